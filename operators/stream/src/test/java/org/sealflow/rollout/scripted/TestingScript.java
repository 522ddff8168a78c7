package org.sealflow.rollout.scripted;

import org.sealflow.environment.conversation.Presentation;
import org.sealflow.rollout.TestingGame;
import org.sealflow.rollout.TestingGame.Played;
import org.sealflow.schemas.TurnDiagnosis;

/** Plays with scripted policies. */
final class TestingScript {
  /** The interface as it is. */
  static final Presentation PLAIN = Presentation.plain();

  private TestingScript() {}

  static ScriptedPolicy policy(Fault... faults) {
    return policy(ScriptedPolicySettings.FAULTLESS.with(faults));
  }

  static ScriptedPolicy policy(ScriptedPolicySettings settings) {
    return new ScriptedPolicy(settings, TestingGame::task, TestingGame.CLOCK);
  }

  static Played play(String task, Presentation shown, Fault... faults) {
    return TestingGame.play(policy(faults), TestingGame.request("run/b0/g0/s0", task), shown);
  }

  static TurnDiagnosis turn(Played played, int turn) {
    return played.turns().get(turn);
  }
}
