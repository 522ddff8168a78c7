package org.sealflow.synthesize;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sealflow.chat.RequestFailure;

/**
 * Counts the requests to a model: sent = answered + failed.
 *
 * @param sent requests sent, from 0
 * @param answered those that brought at least one proposal
 * @param failed reason → those that brought none
 */
public record RequestLedger(long sent, long answered, Map<RequestFailure, Long> failed) {
  /** No request yet. */
  public static final RequestLedger NONE = new RequestLedger(0, 0, Map.of());

  /**
   * Checks that it balances.
   *
   * @throws IllegalArgumentException if it does not
   */
  public RequestLedger {
    failed = new TreeMap<>(failed);
    long sum = failed.values().stream().mapToLong(Long::longValue).sum();
    if (answered < 0 || sent != answered + sum) {
      throw new IllegalArgumentException(
          "%d sent is not %d answered + %d failed".formatted(sent, answered, sum));
    }
  }

  RequestLedger plusAnswered() {
    return new RequestLedger(sent + 1, answered + 1, failed);
  }

  RequestLedger plus(RequestFailure reason) {
    Map<RequestFailure, Long> more = new EnumMap<>(RequestFailure.class);
    more.putAll(failed);
    more.merge(reason, 1L, Long::sum);
    return new RequestLedger(sent + 1, answered, more);
  }

  /** In a line, such as {@code requests 3 = answered 1 + failed 2: not-json 1, timeout 1}. */
  public String line() {
    String reasons =
        failed.entrySet().stream()
            .map(reason -> reason.getKey().label() + " " + reason.getValue())
            .collect(Collectors.joining(", "));
    return "requests %d = answered %d + failed %d%s"
        .formatted(sent, answered, sent - answered, reasons.isEmpty() ? "" : ": " + reasons);
  }
}
