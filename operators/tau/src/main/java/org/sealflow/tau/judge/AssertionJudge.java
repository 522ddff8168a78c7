package org.sealflow.tau.judge;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.world.Step;

/** Decides natural-language assertions, which takes a reader of language. */
@FunctionalInterface
public interface AssertionJudge {
  /**
   * Decides every assertion.
   *
   * @param steps the whole conversation, the task's message history first
   * @return for each assertion whether the conversation meets it; null if that stays open
   */
  @Nullable List<Boolean> judge(List<Step> steps, List<String> assertions);
}
