package org.sealflow.tau.task;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The criteria a conversation is scored by. Null lists are absent in the file, which is not the
 * same as empty ones.
 *
 * @param basis the parts of the reward, in the order of the file
 */
public record Criteria(
    @Nullable List<Action> actions,
    @Nullable List<EnvironmentAssertion> environmentAssertions,
    @Nullable List<String> communicated,
    @Nullable List<String> naturalLanguageAssertions,
    List<RewardPart> basis) {
  /** The basis of criteria that name none. */
  public static final List<RewardPart> USUAL_BASIS = List.of(RewardPart.DB, RewardPart.COMMUNICATE);

  public Criteria {
    basis = List.copyOf(basis);
  }

  /** The actions, none if there are no actions. */
  public List<Action> actionList() {
    return actions == null ? List.of() : actions;
  }
}
