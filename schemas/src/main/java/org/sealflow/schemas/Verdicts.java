package org.sealflow.schemas;

/** Groups of verdicts. */
public final class Verdicts {
  private Verdicts() {}

  /** Whether an episode with it says something about the policy; of the others it is no cause. */
  public static boolean isAboutPolicy(Verdict verdict) {
    return switch (verdict) {
      case PASSED, POLICY_FAILED -> true;
      case INFRASTRUCTURE_FAILED, TASK_DEFECTIVE, UNJUDGED -> false;
    };
  }
}
