package org.sealflow.system.serving;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.system.fixture.RecordingProxy;

/** Compares what a server sampled, by prompt, with what episodes say was sampled. */
final class ServedSteps {
  private final Map<List<Integer>, List<Answer>> byPrompt = new HashMap<>();

  private ServedSteps() {}

  /**
   * What was sampled.
   *
   * @param model what was asked for
   * @param logProbs natural-log probability of each id
   */
  record Answer(String model, List<Integer> ids, List<Float> logProbs) {}

  /**
   * A step of an episode.
   *
   * @param batch number of the episode's batch
   * @param version of the policy that answered
   * @param prompt all token ids of the episode before the answer
   */
  record Step(
      long batch,
      long version,
      List<Integer> prompt,
      List<Integer> sampled,
      List<Float> logProbs) {}

  /** The answers of calls of {@code /completions}. */
  static ServedSteps of(List<RecordingProxy.Call> completions) throws IOException {
    ServedSteps served = new ServedSteps();
    for (RecordingProxy.Call call : completions) {
      JsonNode choice = call.json().path("choices").path(0);
      List<Float> logProbs = new ArrayList<>();
      choice.path("logprobs").path("token_logprobs").forEach(x -> logProbs.add(x.floatValue()));
      Answer answer =
          new Answer(call.body().path("model").asText(), ids(choice.path("token_ids")), logProbs);
      served
          .byPrompt
          .computeIfAbsent(ids(call.body().path("prompt")), prompt -> new ArrayList<>())
          .add(answer);
    }
    return served;
  }

  private static List<Integer> ids(JsonNode array) {
    List<Integer> ids = new ArrayList<>();
    array.forEach(id -> ids.add(id.intValue()));
    return ids;
  }

  /** All that was answered to a prompt. */
  List<Answer> answersTo(List<Integer> prompt) {
    return byPrompt.getOrDefault(prompt, List.of());
  }

  /**
   * The steps of episodes.
   *
   * @throws NullPointerException if a step has no token ids, log-probabilities or version
   */
  static List<Step> played(List<TrajectoryEvent> events) {
    List<Step> steps = new ArrayList<>();
    events.stream()
        .collect(Collectors.groupingBy(event -> event.getEpisodeId() + "/" + event.getAttempt()))
        .values()
        .forEach(episode -> add(episode, steps));
    return steps;
  }

  private static void add(List<TrajectoryEvent> episode, List<Step> steps) {
    List<Integer> sequence = new ArrayList<>();
    long batch = -1;
    for (TrajectoryEvent event :
        episode.stream().sorted(Comparator.comparing(TrajectoryEvent::getSequence)).toList()) {
      if (event.getKind() == EventKind.EPISODE_STARTED) {
        batch =
            Objects.requireNonNull(
                Objects.requireNonNull(event.getEpisodeStarted()).getBatchNumber());
      }
      AssistantStep step = event.getAssistantStep();
      if (event.getKind() == EventKind.ASSISTANT_STEP && step != null) {
        List<Integer> sampled = Objects.requireNonNull(step.getSampledTokenIds());
        sequence.addAll(Objects.requireNonNull(step.getContextTokenIds()));
        steps.add(
            new Step(
                batch,
                Objects.requireNonNull(step.getPolicyVersion()),
                List.copyOf(sequence),
                List.copyOf(sampled),
                List.copyOf(Objects.requireNonNull(step.getSampledLogProbs()))));
        sequence.addAll(sampled);
      }
    }
  }
}
