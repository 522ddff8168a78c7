package org.sealflow.rollout;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.zip.CRC32;
import org.sealflow.environment.conversation.ModelNames;
import org.sealflow.rollout.branch.Prefix;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.EpisodeStarted;

/** Writes what stands at the beginning of an episode. */
public final class EpisodeHeaders {
  private final RolloutSettings settings;
  private final String promptTemplateDigest;
  private final Clock clock;

  public EpisodeHeaders(RolloutSettings settings, Clock clock) {
    this.settings = settings;
    this.promptTemplateDigest = settings.rules().style().templateDigest();
    this.clock = clock;
  }

  /**
   * The header of an episode that starts now. A branch has the date and the name of the episode it
   * branches off: both show in results.
   */
  public EpisodeStarted of(EpisodeRequest request, ShownPatches shown) {
    boolean limited = settings.rules().stepLimit() > 0;
    Prefix prefix = request.prefix();
    return EpisodeStarted.newBuilder()
        .setTaskId(request.taskId())
        .setTaskDigest(request.taskDigest())
        .setGroupId(request.groupId())
        .setSampleIndex(request.sampleIndex())
        .setGroupSize(request.groupSize())
        .setBatchNumber(request.batchNumber())
        .setMode(request.mode())
        .setArm(request.arm())
        .setPatchSetDigest(shown.digest())
        .setAsOfDate(prefix == null ? today().toString() : prefix.source().getAsOfDate())
        .setToolEnforcement(settings.rules().toolEnforcement())
        .setStepLimit(limited ? settings.rules().stepLimit() : null)
        .setStepLimitScope(limited ? settings.rules().stepLimitScope() : null)
        .setSampling(request.sampling().toRecord())
        .setPromptTemplateDigest(promptTemplateDigest)
        .setModelName(prefix == null ? modelName(request) : prefix.source().getModelName())
        .setShownPatches(shown.keys())
        .setBranch(prefix == null ? null : prefix.branch())
        .build();
  }

  private LocalDate today() {
    LocalDate fixed = settings.rules().asOfDate();
    return fixed == null ? LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC) : fixed;
  }

  /** The name tells episodes apart and is the same for every attempt at one. */
  private String modelName(EpisodeRequest request) {
    CRC32 checksum = new CRC32();
    checksum.update(request.episodeId().getBytes(StandardCharsets.UTF_8));
    return ModelNames.ofEpisode(settings.policyName(), (int) checksum.getValue());
  }
}
