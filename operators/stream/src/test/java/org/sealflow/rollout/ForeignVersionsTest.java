package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.WeightsFormat;

class ForeignVersionsTest {
  private final TestingPolicy policy = new TestingPolicy();
  private final ForeignVersions foreign = new ForeignVersions(policy, "/models/qwen");

  private static PolicyUpdate version(long version) {
    return PolicyUpdate.newBuilder()
        .setPolicyName("qwen")
        .setRunId("run")
        .setVersion(version)
        .setFormat(WeightsFormat.PEFT_ADAPTER)
        .setPublishedAt(Instant.EPOCH)
        .build();
  }

  @Test
  void aPolicyThatWouldLoadVersionsIsSaidToBeToldNoneAndThatOnce() {
    policy.loadsVersions = true;

    assertThat(foreign.warning(version(1)))
        .contains(
            "run run: no version is loaded: those published are of the policy 'qwen', and rollouts"
                + " load those of '/models/qwen'; start learner and rollouts with the same"
                + " --policy-name");
    assertThat(foreign.warning(version(2))).isEmpty();
  }

  @Test
  void ofAPolicyThatLoadsNoneNothingIsSaid() {
    assertThat(foreign.warning(version(1))).isEmpty();
  }
}
