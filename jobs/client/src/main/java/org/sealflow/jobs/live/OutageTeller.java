package org.sealflow.jobs.live;

import java.util.function.Consumer;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.OutageListener;
import org.sealflow.jobs.settings.UserError;

/**
 * Tells in one line that followers wait for their broker, however many of them do, and again only
 * after it has answered them all. Thread-safe.
 */
public final class OutageTeller implements OutageListener {
  private final String broker;
  private final Consumer<String> lines;
  private int waiting;

  /**
   * Nobody waits.
   *
   * @param lines takes the line, from any thread
   */
  public OutageTeller(Connection connection, Consumer<String> lines) {
    this(connection.bootstrapServers(), lines);
  }

  OutageTeller(String broker, Consumer<String> lines) {
    this.broker = broker;
    this.lines = lines;
  }

  @Override
  public synchronized void began(UserError failure) {
    if (waiting++ == 0) {
      lines.accept(
          "the broker " + broker + " does not answer; waiting for it, to go on where reading was");
    }
  }

  @Override
  public synchronized void ended() {
    waiting--;
  }
}
