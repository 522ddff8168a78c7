package org.sealflow.synthesize;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts the proposals: proposed = admitted + refused.
 *
 * @param proposed tasks proposed, from 0
 * @param admitted those admitted
 * @param refused reason → those refused
 */
public record SynthesisLedger(long proposed, long admitted, Map<TaskRefusal, Long> refused) {
  /** Nothing proposed yet. */
  public static final SynthesisLedger NONE = new SynthesisLedger(0, 0, Map.of());

  /**
   * Checks that it balances.
   *
   * @throws IllegalArgumentException if it does not
   */
  public SynthesisLedger {
    refused = new TreeMap<>(refused);
    long sum = refused.values().stream().mapToLong(Long::longValue).sum();
    if (admitted < 0 || proposed != admitted + sum) {
      throw new IllegalArgumentException(
          "%d proposed is not %d admitted + %d refused".formatted(proposed, admitted, sum));
    }
  }

  SynthesisLedger plusAdmitted() {
    return new SynthesisLedger(proposed + 1, admitted + 1, refused);
  }

  SynthesisLedger plus(TaskRefusal reason) {
    Map<TaskRefusal, Long> more = new EnumMap<>(TaskRefusal.class);
    more.putAll(refused);
    more.merge(reason, 1L, Long::sum);
    return new SynthesisLedger(proposed + 1, admitted, more);
  }

  /** In a line, such as {@code proposed 5 = admitted 3 + refused 2: duplicate 1, trivial 1}. */
  public String line() {
    String reasons =
        refused.entrySet().stream()
            .map(reason -> reason.getKey().label() + " " + reason.getValue())
            .collect(Collectors.joining(", "));
    return "proposed %d = admitted %d + refused %d%s"
        .formatted(
            proposed, admitted, proposed - admitted, reasons.isEmpty() ? "" : ": " + reasons);
  }
}
