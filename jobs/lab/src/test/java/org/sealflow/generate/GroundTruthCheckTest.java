package org.sealflow.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.family.DropReason;
import org.sealflow.generate.family.UnfitException;
import org.sealflow.python.PyDict;

final class GroundTruthCheckTest {
  private static final List<Task.Message> ASKED = List.of(new Task.Message("user", "Please."));
  private final GroundTruthCheck check = new GroundTruthCheck(TestingSources.read());

  private @Nullable DropReason refusal(
      String className, Map<Integer, List<String>> withheld, List<List<String>> calls) {
    return refusal(className, new PyDict(), withheld, calls);
  }

  private @Nullable DropReason refusal(
      String className,
      PyDict configuration,
      Map<Integer, List<String>> withheld,
      List<List<String>> calls) {
    List<List<Task.Message>> turns = calls.stream().map(turn -> ASKED).toList();
    Task task =
        new Task("multi_turn_base_0", turns, List.of(className), configuration, withheld, calls);
    UnfitException refused = catchThrowableOfType(UnfitException.class, () -> check.require(task));
    return refused == null ? null : refused.reason();
  }

  @Test
  void aGroundTruthThatSolvesItsTaskPasses() {
    assertThat(refusal("MathAPI", Map.of(), List.of(List.of("add(a=1, b=2)"), List.of()))).isNull();
  }

  @Test
  void anErrorAnyRaisedExceptionAndACallWithoutEffectAreRefused() {
    for (String call :
        List.of("divide(a=1, b=0)", "mean(numbers=[])", "add(a=1)", "add(a=1, b='x')")) {
      assertThat(refusal("MathAPI", Map.of(), List.of(List.of(call))))
          .as(call)
          .isEqualTo(DropReason.GROUND_TRUTH_ERROR);
    }
    assertThat(refusal("TwitterAPI", Map.of(), List.of(List.of("authenticate_twitter('a', 'b')"))))
        .isEqualTo(DropReason.GROUND_TRUTH_ERROR);
  }

  @Test
  void aToolThatIsNotKnownYetIsRefused() {
    List<List<String>> calls = List.of(List.of("add(a=1, b=2)"), List.of("add(a=3, b=4)"));
    assertThat(refusal("MathAPI", Map.of(1, List.of("add")), calls))
        .isEqualTo(DropReason.TOOL_NOT_AVAILABLE);
    assertThat(refusal("MathAPI", Map.of(), List.of(List.of("cat('a.txt')"))))
        .isEqualTo(DropReason.TOOL_NOT_AVAILABLE);
  }

  /** Posts without mentions share one list, which the policy's side has extended already. */
  @Test
  void aGroundTruthThatIsNotAnsweredAlikeTwiceIsRefused() {
    List<String> calls =
        List.of(
            "post_tweet(content='a')",
            "mention(tweet_id=0, mentioned_usernames=['@x'])",
            "get_tweet(tweet_id=0)");
    PyDict signedIn = PyDict.of("TwitterAPI", PyDict.of("authenticated", true));
    assertThat(refusal("TwitterAPI", signedIn, Map.of(), List.of(calls)))
        .isEqualTo(DropReason.GROUND_TRUTH_FAILS);
    assertThat(refusal("TwitterAPI", signedIn, Map.of(), List.of(calls.subList(0, 1)))).isNull();
  }
}
