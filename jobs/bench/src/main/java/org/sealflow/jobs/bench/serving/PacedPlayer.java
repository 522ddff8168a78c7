package org.sealflow.jobs.bench.serving;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Plays several sessions by one connection, a step each time one is due, whatever the one before
 * took: a step that has to wait for it is counted from when it was due.
 */
final class PacedPlayer implements Callable<StepTimes> {
  private final URI server;
  private final List<ScriptedAnswers> scripts;
  private final String name;
  private final int sessions;
  private final Schedule schedule;

  /**
   * When steps are due.
   *
   * @param first when the first is, by {@link System#nanoTime}
   * @param every nanoseconds between two
   * @param measured when measuring begins
   * @param last when it ends
   */
  record Schedule(long first, long every, long measured, long last) {}

  /** A session: its script and the step that is next. */
  private static final class Played {
    private final String instance;
    private int script;
    private int step;

    Played(String instance, int script) {
      this.instance = instance;
      this.script = script;
    }
  }

  /**
   * A player.
   *
   * @param name what its instances are called, unlike that of other players
   */
  PacedPlayer(
      URI server, List<ScriptedAnswers> scripts, String name, int sessions, Schedule schedule) {
    this.server = server;
    this.scripts = scripts;
    this.name = name;
    this.sessions = sessions;
    this.schedule = schedule;
  }

  @Override
  public StepTimes call() throws IOException {
    StepTimes times = new StepTimes();
    Played[] played = new Played[sessions];
    try (RawClient client = new RawClient(server)) {
      for (int i = 0; i < sessions; i++) {
        played[i] = new Played(name + "-" + i, i % scripts.size());
        String unused = client.post("/create", script(played[i]).create(played[i].instance));
      }
      long due = schedule.first();
      for (int turn = 0; due < schedule.last(); turn++, due += schedule.every()) {
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
          LockSupport.parkNanos(wait);
        }
        step(client, played[turn % sessions]);
        if (due >= schedule.measured()) {
          times.add(System.nanoTime() - due);
        }
        again(client, played[turn % sessions]);
      }
    }
    return times;
  }

  private ScriptedAnswers script(Played session) {
    return scripts.get(session.script);
  }

  private void step(RawClient client, Played session) throws IOException {
    String unused = client.post("/step", script(session).step(session.instance, session.step));
    session.step++;
  }

  /** Begins another episode where one is over. */
  private void again(RawClient client, Played session) throws IOException {
    if (session.step == script(session).answers().size()) {
      session.step = 0;
      session.script = (session.script + 1) % scripts.size();
      String unused = client.post("/create", script(session).create(session.instance));
    }
  }
}
