package org.sealflow.serve.nemo;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.http.HttpCall;

/**
 * The cookie that names a session. It goes with every answer: the simple agent keeps those of the
 * last answer alone.
 */
final class SessionCookie {
  /** Unlike that of any other server: all share one jar. */
  static final String NAME = "SealflowEnvironment___sealflow";

  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_-]{1,128}");

  private SessionCookie() {}

  /** The session that a request names; null if none. */
  static @Nullable String of(HttpCall call) {
    String header = call.header("Cookie");
    if (header == null) {
      return null;
    }
    for (String pair : header.split(";", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && pair.substring(0, equals).strip().equals(NAME)) {
        String value = pair.substring(equals + 1).strip();
        return VALUE.matcher(value).matches() ? value : null;
      }
    }
    return null;
  }

  /** An answer with the cookie of a session; without one where it is null. */
  static Answer with(Answer answer, @Nullable String session) {
    if (session == null) {
      return answer;
    }
    Map<String, String> headers = new HashMap<>(answer.headers());
    headers.put("Set-Cookie", NAME + "=" + session + "; Path=/; HttpOnly");
    return answer.with(headers);
  }
}
