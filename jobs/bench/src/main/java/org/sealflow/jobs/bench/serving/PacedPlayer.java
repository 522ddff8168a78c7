package org.sealflow.jobs.bench.serving;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Plays several sessions of each of some protocols, by a connection each and by turns, a step each
 * time one is due, whatever the one before took: a step that has to wait for it is counted from
 * when it was due.
 */
final class PacedPlayer implements Callable<List<StepTimes>> {
  private final List<Side> sides;
  private final List<ScriptedAnswers> scripts;
  private final int player;
  private final int sessions;
  private final Schedule schedule;

  /** A protocol, and the server that speaks it. */
  record Side(PlayedProtocol protocol, URI server) {}

  /**
   * When steps are due.
   *
   * @param first when the first is, by {@link System#nanoTime}
   * @param every nanoseconds between two
   * @param measured when measuring begins
   * @param last when it ends
   * @param round nanoseconds until it is the next protocol's turn
   */
  record Schedule(long first, long every, long measured, long last, long round) {
    void await(long due) {
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
    }

    /** Whose turn it is among so many. */
    int turn(long due, int sides) {
      return (int) Math.floorMod(Math.floorDiv(due - measured, round), (long) sides);
    }
  }

  /** A session: its script and the step that is next. */
  private static final class Played {
    private final String name;
    private String episode = "";
    private int script;
    private int step;

    Played(String name, int script) {
      this.name = name;
      this.script = script;
    }
  }

  /** The sessions of one protocol. */
  private final class Table implements AutoCloseable {
    private final PlayedProtocol protocol;
    private final RawClient client;
    private final StepTimes times = new StepTimes();
    private final List<Played> played = new ArrayList<>();
    private int next;

    Table(Side side) throws IOException {
      protocol = side.protocol();
      client = new RawClient(side.server());
      for (int i = 0; i < sessions; i++) {
        // No two players are at the same place of the same task: people who know nothing of each
        // other do not all come to an end at once.
        Played session =
            new Played("p" + player + "-" + i, (player * sessions + i) % scripts.size());
        begin(session);
        played.add(session);
      }
    }

    private void begin(Played session) throws IOException {
      session.episode = protocol.begin(client, session.name, scripts.get(session.script));
    }

    void step(long due) throws IOException {
      Played session = played.get(next++ % sessions);
      ScriptedAnswers script = scripts.get(session.script);
      protocol.step(client, session.episode, script, session.step++);
      if (due >= schedule.measured()) {
        times.add(System.nanoTime() - due);
      }
      if (session.step == protocol.steps(script)) {
        session.step = 0;
        session.script = (session.script + 1) % scripts.size();
        begin(session);
      }
    }

    @Override
    public void close() throws IOException {
      client.close();
    }
  }

  /**
   * A player.
   *
   * @param player its number among all, which its sessions are called by
   * @param sessions how many of each protocol
   */
  PacedPlayer(
      List<Side> sides,
      List<ScriptedAnswers> scripts,
      int player,
      int sessions,
      Schedule schedule) {
    this.sides = sides;
    this.scripts = scripts;
    this.player = player;
    this.sessions = sessions;
    this.schedule = schedule;
  }

  /** The times of each protocol. */
  @Override
  public List<StepTimes> call() throws IOException {
    List<Table> tables = new ArrayList<>();
    try {
      for (Side side : sides) {
        tables.add(new Table(side));
      }
      for (long due = schedule.first(); due < schedule.last(); due += schedule.every()) {
        schedule.await(due);
        tables.get(schedule.turn(due, tables.size())).step(due);
      }
      return tables.stream().map(table -> table.times).toList();
    } finally {
      for (Table table : tables) {
        table.close();
      }
    }
  }
}
