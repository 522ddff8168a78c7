package org.sealflow.jobs.bench.review;

import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.TrajectoryListener;
import org.sealflow.review.read.file.TrajectoryFile;
import org.sealflow.review.rule.TrajectoryReviewer;

/**
 * Measures how many small trajectories one thread reads from a file and diagnoses, by its processor
 * time: other work on the machine does not count.
 *
 * @param trajectories in the file
 * @param bytes of each, on average
 * @param findings in one reading
 * @param perSecond trajectories read and diagnosed; the median of the rounds
 */
public record ReadingRate(int trajectories, long bytes, long findings, double perSecond) {
  private static final int WARMUP = 2;
  private static final int ROUNDS = 5;

  /** Every so many trajectories name an order that nobody mentioned. */
  private static final int WRONG = 5;

  /** Measures over a temporary file of chat messages. */
  static ReadingRate of(int trajectories) throws IOException {
    Path file = Files.createTempFile("reading", ".jsonl");
    try {
      write(file, trajectories);
      double[] rates = new double[ROUNDS];
      long findings = 0;
      for (int round = -WARMUP; round < ROUNDS; round++) {
        Reviewer reviewer = new Reviewer();
        long begun = processorNanos();
        TrajectoryFile.read(file, ReviewSettings.DEFAULT, reviewer);
        double seconds = Math.max(1, processorNanos() - begun) / 1e9;
        if (round >= 0) {
          rates[round] = reviewer.trajectories / seconds;
          findings = reviewer.findings;
        }
      }
      Arrays.sort(rates);
      return new ReadingRate(
          trajectories, Files.size(file) / trajectories, findings, rates[ROUNDS / 2]);
    } finally {
      Files.delete(file);
    }
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void write(Path file, int trajectories) throws IOException {
    try (BufferedWriter lines = Files.newBufferedWriter(file)) {
      for (int number = 0; number < trajectories; number++) {
        lines.write(line(number));
      }
    }
  }

  private static String line(int number) {
    return """
        {"id":"t%d","tools":[{"type":"function","function":{"name":"get_order",\
        "description":"Looks an order up.","parameters":{"type":"object",\
        "properties":{"order_id":{"type":"string"}},"required":["order_id"]}}}],\
        "messages":[{"role":"system","content":"You work in a shop. Use the tools and promise\
         nothing that they did not confirm."},{"role":"user","content":"Where is order A%d?"},\
        {"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function",\
        "function":{"name":"get_order","arguments":"{\\"order_id\\": \\"A%d\\"}"}}]},\
        {"role":"tool","tool_call_id":"c1","content":"{\\"status\\": \\"shipped\\",\
         \\"carrier\\": \\"post\\"}"},{"role":"assistant","content":"It is shipped by post."}]}
        """
        .formatted(number, number, number % WRONG == 0 ? number + 1_000_003 : number);
  }

  /** Diagnoses what it is told. */
  private static final class Reviewer implements TrajectoryListener {
    private long trajectories;
    private long findings;

    @Override
    public void trajectory(RecordedTrajectory trajectory) {
      trajectories++;
      findings += TrajectoryReviewer.review(trajectory).size();
    }

    @Override
    public void note(String line) {
      throw new IllegalStateException(line);
    }

    @Override
    public void rejected(String line) {
      throw new IllegalStateException(line);
    }

    @Override
    public void refused(String line) {
      throw new IllegalStateException(line);
    }
  }
}
