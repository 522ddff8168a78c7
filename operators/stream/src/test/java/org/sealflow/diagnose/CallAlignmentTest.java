package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.schemas.CallStatus;

class CallAlignmentTest {
  private static final VerifiedCall WANTED = call("sell", "stock", "'KELP'", "amount", "5");

  @Test
  void anEqualCallIsThePartnerHoweverLateItComes() {
    VerifiedCall near = call("sell", "stock", "'KELP'", "amount", "6");
    VerifiedCall equal = call("sell", "stock", "'KELP'", "amount", "5.0");
    CallAlignment.Pair pair = CallAlignment.of(List.of(near, equal), List.of(WANTED)).get(0);

    assertThat(pair.policy()).isSameAs(equal);
    assertThat(pair.differing()).isEmpty();
    assertThat(pair.missing()).isFalse();
  }

  @Test
  void otherwiseTheOneWithTheFewestDifferencesIs() {
    VerifiedCall far = call("sell", "stock", "'WAVE'", "amount", "6");
    VerifiedCall near = call("sell", "stock", "'KELP'", "amount", "6");
    CallAlignment.Pair pair = CallAlignment.of(List.of(far, near), List.of(WANTED)).get(0);

    assertThat(pair.policy()).isSameAs(near);
    assertThat(pair.differing()).containsExactly("amount");
  }

  @Test
  void aCallHasOnePartnerAtMost() {
    VerifiedCall once = call("sell", "stock", "'KELP'", "amount", "5");
    List<CallAlignment.Pair> pairs = CallAlignment.of(List.of(once), List.of(WANTED, WANTED));

    assertThat(pairs.get(0).policy()).isSameAs(once);
    assertThat(pairs.get(1).missing()).isTrue();
    assertThat(pairs.get(1).differing()).isEmpty();
  }

  @Test
  void equalCallsArePairedBeforeNearOnes() {
    VerifiedCall other = call("sell", "stock", "'WAVE'", "amount", "5");
    VerifiedCall equal = call("sell", "stock", "'KELP'", "amount", "5");
    VerifiedCall wave = call("sell", "stock", "'WAVE'", "amount", "9");
    List<CallAlignment.Pair> pairs = CallAlignment.of(List.of(equal, other), List.of(wave, WANTED));

    assertThat(pairs.get(0).policy()).isSameAs(other);
    assertThat(pairs.get(1).policy()).isSameAs(equal);
  }

  @Test
  void argumentsOnlyOneSideHasDiffer() {
    VerifiedCall more = call("sell", "stock", "'KELP'", "amount", "5", "limit", "3");

    assertThat(CallAlignment.of(List.of(more), List.of(WANTED)).get(0).differing())
        .containsExactly("limit");
    assertThat(CallAlignment.of(List.of(WANTED), List.of(more)).get(0).differing())
        .containsExactly("limit");
  }

  @Test
  void otherToolsAndInvalidCallsAreNoPartners() {
    VerifiedCall other = call("buy", "stock", "'KELP'", "amount", "5");
    VerifiedCall invalid =
        new VerifiedCall(0, 0, "sell(", "sell", Map.of(), CallStatus.MALFORMED, "Error", List.of());
    VerifiedCall nameless =
        new VerifiedCall(0, 0, "(", null, Map.of(), CallStatus.MALFORMED, "Error", List.of());

    assertThat(
            CallAlignment.of(List.of(other, invalid, nameless), List.of(WANTED)).get(0).missing())
        .isTrue();
  }

  @Test
  void pairsStandInTheGroundTruthsOrder() {
    VerifiedCall second = call("buy", "stock", "'KELP'");

    assertThat(CallAlignment.of(List.of(second, WANTED), List.of(WANTED, second)))
        .extracting(CallAlignment.Pair::truth)
        .containsExactly(WANTED, second);
  }

  private static VerifiedCall call(String tool, String... arguments) {
    Map<String, String> byName = new LinkedHashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      byName.put(arguments[i], arguments[i + 1]);
    }
    return new VerifiedCall(
        0, 0, tool + "(…)", tool, byName, CallStatus.SUCCEEDED, "{}", List.of());
  }
}
