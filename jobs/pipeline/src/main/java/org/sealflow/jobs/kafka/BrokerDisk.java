package org.sealflow.jobs.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.ClusterAuthorizationException;

/**
 * The disk of a folder in which a broker keeps its logs. A broker whose disk is full ends, and one
 * that starts on a full disk may lose logs.
 *
 * @param broker its number
 * @param folder the folder, on the broker's machine
 * @param freeBytes room that is left
 * @param totalBytes what the disk holds when it is empty
 */
public record BrokerDisk(int broker, String folder, long freeBytes, long totalBytes) {
  private static final double LITTLE_SHARE = 0.05;
  private static final long LITTLE_BYTES = 10L << 30;

  /**
   * The disks of all brokers that tell of theirs; none if the user may not ask.
   *
   * @throws org.sealflow.jobs.settings.UserError if the brokers do not answer
   */
  public static List<BrokerDisk> of(Connection connection) {
    List<BrokerDisk> disks = new ArrayList<>();
    try (Admin admin = connection.admin()) {
      List<Integer> brokers =
          BrokerCalls.answer(
                  admin.describeCluster().nodes(), connection.patience(), "list the brokers")
              .stream()
              .map(Node::id)
              .toList();
      CompletableFuture<Void> told =
          admin
              .describeLogDirs(brokers)
              .allDescriptions()
              .toCompletionStage()
              .toCompletableFuture()
              .exceptionally(BrokerDisk::noneIfForbidden)
              .thenAccept(
                  all ->
                      all.forEach(
                          (broker, folders) ->
                              folders.forEach(
                                  (folder, described) -> add(disks, broker, folder, described))));
      BrokerCalls.answer(told, connection.patience(), "look at the brokers' disks");
    }
    return disks;
  }

  private static Map<Integer, Map<String, LogDirDescription>> noneIfForbidden(Throwable failed) {
    Throwable cause = failed instanceof CompletionException ? failed.getCause() : failed;
    if (cause instanceof ClusterAuthorizationException) {
      return Map.of();
    }
    throw new CompletionException(cause);
  }

  private static void add(
      List<BrokerDisk> disks, int broker, String folder, LogDirDescription described) {
    if (described.totalBytes().isPresent() && described.usableBytes().isPresent()) {
      disks.add(
          new BrokerDisk(
              broker,
              folder,
              described.usableBytes().getAsLong(),
              described.totalBytes().getAsLong()));
    }
  }

  /** The share of the disk that is free, from 0 to 1. */
  public double freeShare() {
    return totalBytes == 0 ? 0 : (double) freeBytes / totalBytes;
  }

  /** Whether less than a twentieth is free, and less than 10 GiB. */
  public boolean isNearlyFull() {
    return freeShare() < LITTLE_SHARE && freeBytes < LITTLE_BYTES;
  }
}
