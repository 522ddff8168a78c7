package org.sealflow.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides statements about a conversation, which takes a reader of language. */
@FunctionalInterface
public interface StatementJudge {
  /**
   * Decides every statement.
   *
   * @param instruction what a judge is told first
   * @param question the conversation and the statements, as text
   * @param statements the statements alone
   * @return for each statement whether it holds; null if that stays open
   */
  @Nullable List<Boolean> judge(String instruction, String question, List<String> statements);
}
