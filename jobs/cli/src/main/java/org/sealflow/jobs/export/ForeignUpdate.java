package org.sealflow.jobs.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.learn.policy.WeightsDigest;
import org.sealflow.model.ModelDirectory;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.UndecodableRecordException;
import org.sealflow.schemas.WeightsFormat;

/**
 * Weights that a foreign trainer has made, looked at and ready to be published.
 *
 * @param directory where they are
 * @param format how they are stored
 * @param digest their digest, as the learner's own versions have one
 */
public record ForeignUpdate(Path directory, WeightsFormat format, String digest) {
  /**
   * Looks at weights.
   *
   * @param weights an adapter in the layout of PEFT, or a Hugging Face model
   * @param model the model that training started from
   * @throws UserError one line, where they are broken or of another model
   */
  public static ForeignUpdate of(Path weights, Path model) {
    boolean adapter = Files.exists(weights.resolve("adapter_config.json"));
    if (!adapter && !Files.exists(weights.resolve("config.json"))) {
      throw new UserError(
          weights
              + " holds neither adapter_config.json nor config.json, expected a PEFT adapter or a"
              + " Hugging Face model");
    }
    try (ModelDirectory base = ModelDirectory.open(model)) {
      if (adapter) {
        base.requireAdapters(weights);
      } else {
        requireSameForm(weights, base);
      }
      return new ForeignUpdate(
          weights.toAbsolutePath().normalize(),
          adapter ? WeightsFormat.PEFT_ADAPTER : WeightsFormat.SAFETENSORS,
          WeightsDigest.of(weights));
    } catch (ModelDirectoryException broken) {
      throw new UserError(String.valueOf(broken.getMessage()), broken);
    } catch (IOException unreadable) {
      throw new UserError(weights + " cannot be read: " + unreadable.getMessage(), unreadable);
    }
  }

  private static void requireSameForm(Path weights, ModelDirectory base) {
    try (ModelDirectory opened = ModelDirectory.open(weights)) {
      if (!opened.config().equals(base.config())) {
        throw new UserError(
            weights
                + " is a model of another form than "
                + base.path()
                + ": their config.json differ; expected the same architecture and sizes");
      }
    }
  }

  /**
   * Publishes them as the next version of a run's policy.
   *
   * @param wanted the version they must be; null for whichever is next
   * @param now when, as the record says
   * @throws UserError one line, where it is not the next version, or its batch has not settled
   */
  public PolicyUpdate publish(
      Connection broker, String runId, String policyName, @Nullable Long wanted, Instant now) {
    OptionalLong newest =
        greatest(
            broker,
            Topic.POLICY_UPDATES,
            PolicyUpdate.class,
            update -> update.getRunId().equals(runId) && update.getPolicyName().equals(policyName),
            PolicyUpdate::getVersion);
    if (newest.isEmpty()) {
      throw new UserError(
          "run " + runId + " has no version of policy " + policyName + "; start it first");
    }
    long version = newest.getAsLong() + 1;
    if (wanted != null && wanted != version) {
      throw new UserError(
          "version " + wanted + " is not the next: expected " + version + " in run " + runId);
    }
    requireSettled(broker, runId, version);
    PolicyUpdate update = record(runId, policyName, version, now);
    try (Publisher publisher = Publisher.open(broker)) {
      publisher.policy(update);
      publisher.flush();
    }
    return update;
  }

  /** A version ahead of its batch would let rollouts name versions that nobody learned. */
  private static void requireSettled(Connection broker, String runId, long version) {
    OptionalLong settled =
        greatest(
            broker,
            Topic.TRAINING_BATCHES,
            TrainingSample.class,
            sample -> sample.getRunId().equals(runId),
            TrainingSample::getBatchNumber);
    if (settled.isEmpty() || settled.getAsLong() < version - 1) {
      throw new UserError(
          "version "
              + version
              + " comes before its batch: batch "
              + (version - 1)
              + " of run "
              + runId
              + " has not settled"
              + (settled.isEmpty()
                  ? "; is the run trained with run.trainingBatches=foreign?"
                  : ", the newest is " + settled.getAsLong()));
    }
  }

  private PolicyUpdate record(String runId, String policyName, long version, Instant now) {
    PolicyUpdate update = new PolicyUpdate();
    update.setPolicyName(policyName);
    update.setRunId(runId);
    update.setVersion(version);
    update.setParentVersion(version - 1);
    update.setBatchNumber(version - 1);
    update.setWeightsUri(directory.toUri().toString());
    update.setWeightsDigest(digest);
    update.setFormat(format);
    update.setMetrics(Map.of());
    update.setPublishedAt(now.truncatedTo(ChronoUnit.MILLIS));
    return Records.valid(update);
  }

  private static <T extends SpecificRecordBase> OptionalLong greatest(
      Connection broker,
      Topic topic,
      Class<T> recordClass,
      Predicate<T> wanted,
      ToLongFunction<T> number) {
    Codec<T> codec = Codec.of(recordClass);
    long[] greatest = {-1};
    try (TopicReader reader = TopicReader.open(broker, topic, StartPosition.earliest())) {
      reader.readToEnd(
          message -> {
            T record = decoded(codec, message.value());
            if (record != null && wanted.test(record)) {
              greatest[0] = Math.max(greatest[0], number.applyAsLong(record));
            }
            return true;
          });
    }
    return greatest[0] < 0 ? OptionalLong.empty() : OptionalLong.of(greatest[0]);
  }

  private static <T extends SpecificRecordBase> @Nullable T decoded(
      Codec<T> codec, byte @Nullable [] value) {
    if (value == null) {
      return null;
    }
    try {
      return codec.decode(value);
    } catch (UndecodableRecordException passedOver) {
      return null;
    }
  }
}
