package org.sealflow.jobs.input;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the broker every second where partitions begin and end, in a thread of its own. Where the
 * broker does not answer there is nothing to be had, and the time of those partitions stands still.
 */
final class PartitionEnds implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionEnds.class);
  private static final long PERIOD_MILLIS = 1_000;
  private static final long LOG_MILLIS = 60_000;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Admin admin;
  private final Clock clock;
  private final Set<TopicPartition> partitions = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<PartitionEnd> seen = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work, "sealflow-partition-ends");
            made.setDaemon(true);
            return made;
          });

  private @Nullable Future<?> asking;

  /** When a missing answer is logged again; used by the thread alone. */
  private long logsAt;

  PartitionEnds(Properties clientProperties, Clock clock) {
    this.admin = Admin.create(clientProperties);
    this.clock = clock;
  }

  /** Begins to ask; the signal is given after each answer, in another thread. */
  void start(Runnable signal) {
    asking =
        thread.scheduleWithFixedDelay(
            () -> {
              try {
                ask();
              } catch (RuntimeException refused) {
                note("any partition", refused);
              }
              signal.run();
            },
            0,
            PERIOD_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  void add(Collection<TopicPartition> added) {
    partitions.addAll(added);
  }

  /** Hands over what was seen since the last time. */
  void drain(Consumer<PartitionEnd> taker) {
    for (PartitionEnd end = seen.poll(); end != null; end = seen.poll()) {
      taker.accept(end);
    }
  }

  private void ask() {
    long askedAt = clock.millis();
    long until = System.nanoTime() + PATIENCE.toNanos();
    Set<TopicPartition> asked = Set.copyOf(partitions);
    ListOffsetsResult begins = admin.listOffsets(all(asked, OffsetSpec.earliest()));
    ListOffsetsResult ends = admin.listOffsets(all(asked, OffsetSpec.latest()));
    for (TopicPartition partition : asked) {
      Long begin = answer(begins, partition, until);
      Long end = begin == null ? null : answer(ends, partition, until);
      if (begin != null && end != null) {
        seen.add(new PartitionEnd(partition.partition(), begin, end, askedAt));
      }
    }
  }

  private static Map<TopicPartition, OffsetSpec> all(Set<TopicPartition> asked, OffsetSpec what) {
    Map<TopicPartition, OffsetSpec> request = new HashMap<>();
    asked.forEach(partition -> request.put(partition, what));
    return request;
  }

  /** All partitions are waited for together, so that one without a leader delays no other. */
  private @Nullable Long answer(ListOffsetsResult answers, TopicPartition partition, long until) {
    long left = Math.max(0, until - System.nanoTime());
    try {
      return answers.partitionResult(partition).get(left, TimeUnit.NANOSECONDS).offset();
    } catch (ExecutionException failed) {
      note(partition.toString(), failed.getCause() == null ? failed : failed.getCause());
    } catch (TimeoutException late) {
      note(partition.toString(), late);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
    return null;
  }

  private void note(String partition, Throwable why) {
    long now = clock.millis();
    if (now >= logsAt) {
      logsAt = now + LOG_MILLIS;
      LOG.warn(
          "the broker does not say where {} ends ({}): no episode is ended as stalled until it does",
          partition,
          why.toString());
    }
  }

  @Override
  public void close() {
    if (asking != null) {
      asking.cancel(true);
    }
    thread.shutdownNow();
    admin.close(Duration.ZERO);
  }
}
