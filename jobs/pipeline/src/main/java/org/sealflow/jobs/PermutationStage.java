package org.sealflow.jobs;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.sealflow.capability.BatchKey;
import org.sealflow.capability.DiagnosedEpisode;
import org.sealflow.capability.GatherFunction;
import org.sealflow.capability.PermutationSettings;
import org.sealflow.capability.PermuteFunction;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;

/**
 * Permutes the labels of each batch before anything is made of them, so that a run can show whether
 * its gain comes from the diagnoses. Only {@link EvolutionStage} and {@link LearnStage} see what
 * comes out: the topic of the diagnoses keeps what was found, and so do people who follow it.
 *
 * <pre>
 * diagnoses of training ─► gather ─► permute ─► diagnoses of training
 * rollout-batches ──────────────────────┘
 * </pre>
 */
final class PermutationStage {
  private PermutationStage() {}

  /**
   * The topology of the stage.
   *
   * @param training diagnoses of training episodes, each episode's in order
   * @param manifests batches as planned
   * @return the same, batch by batch, each episode's in order
   */
  static DataStream<Diagnosis> define(
      DataStream<Diagnosis> training,
      DataStream<BatchManifest> manifests,
      PermutationSettings settings) {
    TypeInformation<BatchKey> batch = TypeInformation.of(BatchKey.class);
    return training
        .keyBy(Diagnosis::getEpisodeId)
        .process(new GatherFunction(settings))
        .returns(TypeInformation.of(DiagnosedEpisode.class))
        .name("gather")
        .uid(OperatorIds.GATHER)
        .keyBy(BatchKey::of, batch)
        .connect(manifests.keyBy(BatchKey::of, batch))
        .process(new PermuteFunction(settings))
        .returns(new AvroTypeInfo<>(Diagnosis.class))
        .name("permute")
        .uid(OperatorIds.PERMUTE);
  }
}
