package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;

/** What the learner made of groups and their episodes, step by step. Thread-safe. */
public final class LearnerRecords {
  private static final List<String> MEASURES =
      List.of("loss", "kl", "clipFraction", "gradientNorm", "entropy", "learningRate", "tokens");

  private final Map<String, Settled> groups = new HashMap<>();
  private final Map<String, Map<Integer, List<Double>>> sampled = new HashMap<>();

  /** A group and the step that its batch was for; without the groups of the others. */
  private record Settled(GroupStep group, TrainingStep step) {}

  /** Adds a step with what it made of each group of its batch. */
  public synchronized void add(TrainingStep step) {
    TrainingStep alone = TrainingStep.newBuilder(step).setGroups(List.of()).build();
    step.getGroups().forEach(group -> groups.put(group.getGroupId(), new Settled(group, alone)));
  }

  /**
   * Adds an episode as a step took it, which says more of its turns than steps of older versions.
   */
  public synchronized void add(TrainingSample sample) {
    Map<Integer, List<Double>> samples =
        sampled.computeIfAbsent(sample.getGroupId(), first -> new HashMap<>());
    samples.put(sample.getSampleIndex(), byTurn(sample));
  }

  /** All tokens of a turn carry the same. */
  private static List<Double> byTurn(TrainingSample sample) {
    Double[] turns = new Double[sample.getTags().size()];
    Arrays.fill(turns, 0.0);
    for (int token = 0; token < sample.getTokens().size(); token++) {
      int turn = sample.getTurns().get(token);
      if (sample.getSampled().get(token) && turn >= 0 && turn < turns.length) {
        turns[turn] = (double) sample.getAdvantages().get(token);
      }
    }
    return List.of(turns);
  }

  /** What was made of a group, in a word; null if no step has had it. */
  synchronized @Nullable String outcome(String group) {
    Settled settled = groups.get(group);
    return settled == null ? null : settled.group().getOutcome().name();
  }

  /**
   * What was made of an episode.
   *
   * @param sample its place in the group, from 0
   * @return {@code outcome}, the step, and of a used group {@code reward}, {@code advantage},
   *     {@code weight} and {@code turns}, the advantage that each turn carries, where it is known;
   *     null if no step has had the group
   */
  synchronized @Nullable ObjectNode node(String group, int sample) {
    Settled settled = groups.get(group);
    if (settled == null) {
      return null;
    }
    GroupStep own = settled.group();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("outcome", own.getOutcome().name());
    node.put("groupSize", own.getRewards().size());
    node.put("reward", at(own.getRewards(), sample));
    node.put("advantage", at(own.getAdvantages(), sample));
    node.put("weight", at(own.getWeights(), sample));
    List<Double> credit = credit(own, sample);
    if (credit != null) {
      ArrayNode turns = node.putArray("turns");
      credit.forEach(turns::add);
    }
    node.set("step", step(settled.step()));
    return node;
  }

  private @Nullable List<Double> credit(GroupStep group, int sample) {
    List<Double> exact = sampled.getOrDefault(group.getGroupId(), Map.of()).get(sample);
    List<List<Double>> told = group.getTurnAdvantages();
    return exact != null || sample >= told.size() ? exact : told.get(sample);
  }

  private static @Nullable Double at(List<Double> values, int sample) {
    return sample < values.size() ? values.get(sample) : null;
  }

  private static ObjectNode step(TrainingStep step) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("batch", step.getBatchNumber()).put("version", step.getVersion());
    node.put("applied", step.getApplied()).put("refusal", step.getRefusal());
    ObjectNode measures = node.putObject("measures");
    for (String name : MEASURES) {
      Double value = step.getMetrics().get(name);
      if (value != null) {
        measures.put(name, value);
      }
    }
    return node;
  }
}
