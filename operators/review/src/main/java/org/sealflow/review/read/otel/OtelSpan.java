package org.sealflow.review.read.otel;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.read.RecordPlace;

/**
 * A span, or the log records of one.
 *
 * @param trace the trace's id in hex
 * @param id the span's id in hex
 * @param parent the parent's id; null for a root
 * @param position its number in the file
 * @param place where in the file it is
 * @param attributes by name, as plain JSON
 * @param origin the span as recorded, with what is around it
 */
record OtelSpan(
    String trace,
    String id,
    @Nullable String parent,
    long position,
    RecordPlace place,
    Map<String, JsonNode> attributes,
    OtelOrigin origin) {
  static final Comparator<OtelSpan> IN_TIME =
      Comparator.comparing(OtelSpan::start)
          .thenComparing(span -> span.time("endTimeUnixNano"))
          .thenComparing(OtelSpan::position);

  private static final List<String> CHATS = List.of("chat", "generate_content", "text_completion");

  /** The span as recorded. */
  JsonNode original() {
    return origin.member();
  }

  /** When it began; a log record has one time only, and some only that of who saw it. */
  private BigInteger start() {
    for (String field : List.of("startTimeUnixNano", "timeUnixNano", "observedTimeUnixNano")) {
      BigInteger time = time(field);
      if (time.signum() > 0) {
        return time;
      }
    }
    return BigInteger.ZERO;
  }

  private BigInteger time(String field) {
    String time = original().path(field).asText();
    return time.matches("\\d{1,30}") ? new BigInteger(time) : BigInteger.ZERO;
  }

  String text(String attribute) {
    JsonNode value = attributes.get(attribute);
    return value == null ? "" : value.asText();
  }

  private String operation() {
    return text("gen_ai.operation.name");
  }

  boolean isChat() {
    return CHATS.contains(operation());
  }

  boolean isTool() {
    return operation().equals("execute_tool");
  }

  boolean isAgent() {
    return operation().equals("invoke_agent");
  }

  /** Whether the record says that the operation succeeded or failed. */
  CallSuccess success() {
    String code = original().path("status").path("code").asText();
    if (code.equals("2")
        || code.equals("STATUS_CODE_ERROR")
        || attributes.containsKey("error.type")) {
      return CallSuccess.FAILED;
    }
    boolean succeeded =
        code.equals("1")
            || code.equals("STATUS_CODE_OK")
            || attributes.containsKey("gen_ai.tool.call.result");
    return succeeded ? CallSuccess.SUCCEEDED : CallSuccess.UNKNOWN;
  }
}
