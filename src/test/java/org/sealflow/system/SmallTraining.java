package org.sealflow.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.python.Reference;

/** Training runs that are over in seconds: few short episodes, every group learned from. */
final class SmallTraining {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SmallTraining() {}

  /**
   * The command that trains the nano policy.
   *
   * @param directory where run directories are made
   * @param more settings over these
   */
  static List<String> command(Path directory, String name, int batches, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "train",
                fromCheckout("exp/nano-short.yaml"),
                "run.name=" + name,
                "run.directory=" + directory,
                "run.batches=" + batches,
                "run.checkpointInterval=300ms",
                "policy.model=" + fromCheckout("data/nano"),
                "tasks.tools=" + fromCheckout("data/tasks"),
                "tasks.count=24",
                "rollouts.maxTokens=16",
                "rollouts.stepLimit=2",
                "learner.batch.groups=2",
                "learner.batch.plannedGroups=2",
                "learner.batch.groupSize=2",
                "learner.batch.miniBatchGroups=2",
                "learner.batch.drop=none",
                // So that every row has a gradient.
                "learner.objective.klCoefficient=0.001",
                "evaluation.every=0",
                "evaluation.tasks=0",
                "evaluation.test=0"));
    words.addAll(List.of(more));
    return words;
  }

  private static String fromCheckout(String relative) {
    return Reference.repository().resolve(relative).toString();
  }

  /** The whole lines of a run's file; none if it is not there yet. */
  static List<JsonNode> lines(Path file) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      List<JsonNode> lines = new ArrayList<>();
      for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
        lines.add(JSON.readTree(line));
      }
      return lines;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
