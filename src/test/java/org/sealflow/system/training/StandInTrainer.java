package org.sealflow.system.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.jobs.cli.Sealflow;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.model.AdamWSettings;
import org.sealflow.model.ForwardPass;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.Optimizer;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.TopicRecords;

/**
 * A trainer elsewhere, in a process of its own: of Sealflow's data it reads what {@code sealflow
 * export batches --format tinker} writes, minimises Tinker's loss {@code importance_sampling} with
 * an adapter of its own, and hands it back by {@code sealflow publish-policy}.
 */
final class StandInTrainer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private StandInTrainer() {}

  /** Broker, topic prefix, run, policy name, model, directory for adapters, number of batches. */
  public static void main(String[] arguments) throws Exception {
    String[] broker = {
      "--bootstrap-servers",
      arguments[0],
      "--topic-prefix",
      arguments[1],
      "--run",
      arguments[2],
      "--model",
      arguments[4]
    };
    Path model = Path.of(arguments[4]);
    Path directory = Files.createDirectories(Path.of(arguments[5]));
    try (Connection topics =
            Connection.open(
                ConnectionSettings.external(arguments[0], directory, new Topics(arguments[1])),
                false);
        TopicRecords<TrainingSample> samples =
            TopicRecords.committed(topics, Topic.TRAINING_BATCHES, TrainingSample.class);
        PolicyModel policy =
            PolicyModel.withNewAdapters(
                model, ModelOptions.onCpu(1024), LoraConfig.everywhere(4), 1);
        Optimizer optimizer = new Optimizer(policy, AdamWSettings.standard())) {
      for (long batch = 0; batch < Long.parseLong(arguments[6]); batch++) {
        long wanted = batch;
        samples.await(
            "batch " + batch,
            Await.LONGEST,
            read -> read.stream().anyMatch(sample -> sample.getBatchNumber() == wanted));
        Path data = directory.resolve("batch-" + batch);
        run(
            broker,
            "export",
            "batches",
            "--format",
            "tinker",
            "--from-batch",
            String.valueOf(batch),
            "--output",
            data.toString());
        learn(policy, optimizer, data.resolve("datums.jsonl"));
        Path adapter = directory.resolve("step-" + (batch + 1));
        policy.saveAdapters(adapter);
        run(
            broker,
            "publish-policy",
            "--policy-name",
            arguments[3],
            "--weights",
            adapter.toString(),
            "--version-number",
            String.valueOf(batch + 1));
      }
    }
  }

  private static void run(String[] broker, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of(broker));
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    if (Sealflow.execute(all.toArray(String[]::new), out, err) != 0) {
      throw new IllegalStateException("sealflow " + all + " failed");
    }
  }

  /** One step on the sum over tokens of minus ratio times advantage. */
  private static void learn(PolicyModel policy, Optimizer optimizer, Path file) throws Exception {
    for (String line : Files.readAllLines(file)) {
      JsonNode datum = JSON.readTree(line);
      JsonNode input = datum.path("model_input").path("chunks").path(0).path("tokens");
      JsonNode targets = datum.path("loss_fn_inputs").path("target_tokens").path("data");
      JsonNode advantages = datum.path("loss_fn_inputs").path("advantages").path("data");
      JsonNode logProbs = datum.path("loss_fn_inputs").path("logprobs").path("data");
      int[] tokens = new int[input.size() + 1];
      boolean[] scored = new boolean[tokens.length];
      tokens[0] = input.path(0).intValue();
      for (int i = 0; i < targets.size(); i++) {
        tokens[i + 1] = targets.get(i).intValue();
        scored[i + 1] = logProbs.get(i).doubleValue() != 0;
      }
      TokenBatch batch = TokenBatch.of(new TokenSequence(tokens, scored));
      try (ForwardPass pass = policy.forward(batch, 1)) {
        float[] now = pass.logProbs()[0];
        float[] slopes = new float[now.length];
        for (int i = 0; i < targets.size(); i++) {
          double ratio = Math.exp(now[i + 1] - logProbs.get(i).doubleValue());
          slopes[i + 1] = scored[i + 1] ? (float) (-ratio * advantages.get(i).doubleValue()) : 0;
        }
        pass.backward(new float[][] {slopes});
      }
    }
    if (!optimizer.step(1e-3, 1).applied()) {
      throw new IllegalStateException("the step was not applied");
    }
  }
}
