package org.sealflow.nano.demonstration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.ToolDoc;
import org.sealflow.evolve.patch.PatchScope;
import org.sealflow.schemas.RecoveryHint;
import org.sealflow.schemas.TurnFailure;

/**
 * Shows that demonstrations say word for word what evolution says later: the policy is taught the
 * very texts. Evolution keeps them to itself, so they are asked for by name.
 */
class PatchTextsTest {
  private static Object evolution(String type, String method, Object... arguments)
      throws ReflectiveOperationException {
    Class<?> home = Class.forName(PatchScope.class.getPackageName() + "." + type);
    for (Method candidate : home.getDeclaredMethods()) {
      if (candidate.getName().equals(method) && candidate.getParameterCount() == arguments.length) {
        candidate.setAccessible(true);
        return invoke(candidate, arguments);
      }
    }
    throw new NoSuchMethodException(type + "." + method);
  }

  private static Object invoke(Method method, Object... arguments)
      throws ReflectiveOperationException {
    try {
      return method.invoke(null, arguments);
    } catch (InvocationTargetException e) {
      throw new AssertionError(e.getCause());
    }
  }

  @Test
  void cuesOfEveryToolAreThoseOfEvolution() throws ReflectiveOperationException {
    for (ToolDoc tool : TestingLessons.read().tools()) {
      assertThat(PatchTexts.cues(tool, true))
          .as(tool.name())
          .isEqualTo(evolution("SchemaCues", "of", tool, TurnFailure.ARGUMENT_MISMATCH));
      assertThat(PatchTexts.cues(tool, false))
          .as(tool.name())
          .isEqualTo(evolution("SchemaCues", "of", tool, TurnFailure.INVALID_CALL));
    }
  }

  @Test
  void hintsAreThoseOfEvolution() throws ReflectiveOperationException {
    Object all = evolution("RecoveryTexts", "of", TurnFailure.RECOVERY_FAILURE);
    assertThat(all).asInstanceOf(list(RecoveryHint.class)).containsAll(PatchTexts.recoveryHints());
    assertThat(PatchTexts.recoveryHints()).hasSize(2);
  }

  @Test
  void guidelinesAreThoseOfEvolution() throws ReflectiveOperationException {
    List<Object> lines = new ArrayList<>();
    for (String tag :
        List.of(
            "spurious_tool_call",
            "empty_turn_model_response",
            "state_mismatch",
            "response_mismatch",
            "instance_mismatch")) {
      Object line = evolution("Guidelines", "ofTag", tag);
      assertThat(line).isInstanceOf(Optional.class);
      lines.add(((Optional<?>) line).orElseThrow());
    }
    assertThat(lines).isEqualTo(PatchTexts.GUIDELINES);
  }
}
