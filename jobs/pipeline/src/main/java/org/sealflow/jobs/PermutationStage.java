package org.sealflow.jobs;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.sealflow.capability.BatchKey;
import org.sealflow.capability.PermutationSettings;
import org.sealflow.capability.PermuteFunction;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.schemas.BatchManifest;

/**
 * Permutes the labels of each batch before anything is made of them, so that a run can show whether
 * its gain comes from the diagnoses. Only {@link EvolutionStage} and {@link LearnStage} see what
 * comes out: the topic of the diagnoses keeps what was found, and so do people who follow it.
 *
 * <pre>
 * training episodes ─► permute ─► training episodes
 * rollout-batches ────────┘
 * </pre>
 */
final class PermutationStage {
  private PermutationStage() {}

  /**
   * The topology of the stage.
   *
   * @param training training episodes
   * @param manifests batches as planned
   * @return the same, batch by batch
   */
  static DataStream<DiagnosedEpisode> define(
      DataStream<DiagnosedEpisode> training,
      DataStream<BatchManifest> manifests,
      PermutationSettings settings) {
    TypeInformation<BatchKey> batch = TypeInformation.of(BatchKey.class);
    return training
        .keyBy(BatchKey::of, batch)
        .connect(manifests.keyBy(BatchKey::of, batch))
        .process(new PermuteFunction(settings))
        .returns(TypeInformation.of(DiagnosedEpisode.class))
        .name("permute")
        .uid(OperatorIds.PERMUTE);
  }
}
