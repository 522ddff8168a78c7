package org.sealflow.review.rule;

import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.TrajectoryFile;
import org.sealflow.review.read.TrajectoryListener;

/** Measures how many small trajectories a processor reads and diagnoses in a second. */
final class ReviewThroughput {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int TRAJECTORIES = 50_000;
  private static final int ROUNDS = 6;

  private ReviewThroughput() {}

  /** Writes chat messages to a temporary file and reads it several times; prints each rate. */
  public static void main(String[] arguments) throws IOException {
    Path file = Files.createTempFile("throughput", ".jsonl");
    try {
      write(file);
      long bytes = Files.size(file) / TRAJECTORIES;
      System.out.println(TRAJECTORIES + " trajectories of " + bytes + " bytes");
      for (int round = 0; round < ROUNDS; round++) {
        Counts counts = new Counts();
        long begun = THREADS.getCurrentThreadCpuTime();
        TrajectoryFile.read(file, ReviewSettings.DEFAULT, counts);
        double seconds = (THREADS.getCurrentThreadCpuTime() - begun) / 1e9;
        System.out.printf(
            "%.0f trajectories per second of the processor, %d findings%n",
            counts.trajectories / seconds, counts.findings);
      }
    } finally {
      Files.delete(file);
    }
  }

  private static void write(Path file) throws IOException {
    try (BufferedWriter lines = Files.newBufferedWriter(file)) {
      for (int number = 0; number < TRAJECTORIES; number++) {
        lines.write(
            "{\"id\":\"t"
                + number
                + "\",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"get_order\","
                + "\"description\":\"Looks an order up.\",\"parameters\":{\"type\":\"object\","
                + "\"properties\":{\"order_id\":{\"type\":\"string\"}},\"required\":[\"order_id\"]}}}"
                + "],\"messages\":[{\"role\":\"system\",\"content\":\"You work in a shop. Use the"
                + " tools and promise nothing that they did not confirm.\"},{\"role\":\"user\","
                + "\"content\":\"Where is order A"
                + number
                + "?\"},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\","
                + "\"type\":\"function\",\"function\":{\"name\":\"get_order\",\"arguments\":"
                + "\"{\\\"order_id\\\": \\\"A"
                + (number % 5 == 0 ? number + 1_000_003 : number)
                + "\\\"}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":"
                + "\"{\\\"status\\\": \\\"shipped\\\", \\\"carrier\\\": \\\"post\\\"}\"},"
                + "{\"role\":\"assistant\",\"content\":\"It is shipped by post.\"}]}\n");
      }
    }
  }

  /** Counts what it is told. */
  private static final class Counts implements TrajectoryListener {
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
