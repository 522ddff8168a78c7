package org.sealflow.jobs.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Map;
import org.sealflow.schemas.Tag;

/**
 * The result of a training batch.
 *
 * @param batch its number, from 0
 * @param policyVersion the version it was planned for
 * @param plannedAt when it was planned, milliseconds since the epoch
 * @param endedAt when its last episode ended, milliseconds since the epoch
 * @param episodes episodes diagnosed
 * @param arms successes by arm
 * @param categories successes by category
 * @param verdicts episodes by verdict
 * @param tags turns by SEAL's tag, among the turns reached
 * @param failures failing turns by failure
 * @param staleness sampled steps by how many versions they lag behind the batch's number, the
 *     version that a step on time would have
 * @param branches how many of the episodes branch off another one; they count for nothing but this,
 *     the verdicts, tags and failures
 * @param sampledTokens tokens that the policy sampled in it, interrupted attempts included; 0 if an
 *     engine gives no token ids
 */
public record BatchLine(
    long batch,
    long policyVersion,
    long plannedAt,
    long endedAt,
    int episodes,
    Map<String, Successes> arms,
    Map<String, Successes> categories,
    Map<String, Integer> verdicts,
    Map<String, Integer> tags,
    Map<String, Integer> failures,
    Map<String, Integer> staleness,
    int branches,
    long sampledTokens) {

  /** Share of the turns reached that made no call where calls were due. */
  @JsonIgnore
  public double emptyTurns() {
    int turns = tags.values().stream().mapToInt(Integer::intValue).sum();
    return turns == 0
        ? 0
        : tags.getOrDefault(Tag.EMPTY_TURN_MODEL_RESPONSE.name(), 0) / (double) turns;
  }

  /** Over all categories. */
  public Successes all() {
    return categories.values().stream().reduce(Successes.NONE, Successes::plus);
  }
}
