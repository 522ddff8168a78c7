package org.sealflow.jobs.chaos;

import java.nio.file.Path;
import org.sealflow.jobs.kafka.EmbeddedBroker;
import org.sealflow.jobs.settings.UserError;

/** A broker in a process of its own, which clients reach at another port than its own. */
final class HostedBrokerProgram {
  private HostedBrokerProgram() {}

  /** The broker's directory and the port clients are told. */
  public static void main(String[] arguments) throws InterruptedException {
    try (EmbeddedBroker broker =
        EmbeddedBroker.start(Path.of(arguments[0]), Integer.parseInt(arguments[1]))) {
      System.out.println("broker at " + broker.bootstrapServers());
      Thread.currentThread().join();
    } catch (UserError failed) {
      System.err.println("sealflow: " + failed.getMessage());
      System.exit(1);
    }
  }
}
