package org.sealflow.tau.replay;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.tau.TauReference;
import org.sealflow.tau.judge.Grader;

/**
 * Prints how many recorded episodes a second of processor time one thread verifies: all calls, the
 * end state against the reference solution's, and all parts of the reward; then with the digests of
 * all data on top.
 */
public final class ReplaySpeed {
  private static final int ROUNDS = 5;

  private ReplaySpeed() {}

  public static void main(String[] arguments) {
    Replayer replayer =
        new Replayer(
            TauReference.benchmark(),
            new Grader((steps, assertions) -> assertions.stream().map(x -> true).toList(), true));
    Map<String, List<RecordedConversation>> files = new LinkedHashMap<>();
    for (String file : List.of("airline", "retail", "telecom", "mock")) {
      List<RecordedConversation> episodes = new ArrayList<>();
      TauReference.recordings(file + ".jsonl.gz")
          .forEach(row -> episodes.add(RecordedConversation.read(row)));
      files.put(file, episodes);
    }
    List<RecordedConversation> all = files.values().stream().flatMap(List::stream).toList();
    files.put("all", all);
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder line = new StringBuilder("round " + (round + 1) + ":");
      files.forEach(
          (name, episodes) ->
              line.append(
                  "  %s %.0f/s (%.0f/s with digests)"
                      .formatted(
                          name, rate(replayer, episodes, false), rate(replayer, episodes, true))));
      System.out.println(line);
    }
  }

  private static double rate(
      Replayer replayer, List<RecordedConversation> episodes, boolean digests) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    long characters = 0;
    for (RecordedConversation episode : episodes) {
      ReplayedEpisode replayed = replayer.replay(episode);
      characters += replayed.results().size();
      if (digests) {
        characters += ConversationRow.of(replayed).size();
      }
    }
    if (characters == 0) {
      throw new IllegalStateException("nothing was replayed");
    }
    return episodes.size() * 1e9 / (threads.getCurrentThreadCpuTime() - start);
  }
}
