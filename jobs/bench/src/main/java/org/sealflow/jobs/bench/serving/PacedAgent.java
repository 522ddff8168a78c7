package org.sealflow.jobs.bench.serving;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Asks a policy server at a steady rate, directly and through a gateway by turns; a call that has
 * to wait for the one before is counted from when it was due.
 */
final class PacedAgent implements Callable<PacedAgent.Times> {
  private static final String PATH = "/v1/chat/completions";

  private final URI direct;
  private final URI gateway;
  private final List<String> conversation;
  private final PacedPlayer.Schedule schedule;

  /**
   * How long calls took.
   *
   * @param direct without the gateway
   * @param through with it
   */
  record Times(StepTimes direct, StepTimes through) {}

  /**
   * An agent.
   *
   * @param conversation the bodies of the calls of a conversation, in order, again and again
   */
  PacedAgent(URI direct, URI gateway, List<String> conversation, PacedPlayer.Schedule schedule) {
    this.direct = direct;
    this.gateway = gateway;
    this.conversation = conversation;
    this.schedule = schedule;
  }

  @Override
  public Times call() throws IOException {
    Times times = new Times(new StepTimes(), new StepTimes());
    int[] calls = new int[2];
    try (RawClient straight = new RawClient(direct);
        RawClient around = new RawClient(gateway)) {
      for (long due = schedule.first(); due < schedule.last(); due += schedule.every()) {
        schedule.await(due);
        boolean through = schedule.turn(due, 2) == 1;
        String body = conversation.get(calls[through ? 1 : 0]++ % conversation.size());
        String unused = (through ? around : straight).post(PATH, body);
        if (due >= schedule.measured()) {
          (through ? times.through() : times.direct()).add(System.nanoTime() - due);
        }
      }
    }
    return times;
  }
}
