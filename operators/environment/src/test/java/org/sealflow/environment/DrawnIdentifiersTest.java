package org.sealflow.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.schemas.CallStatus;

/** Identifiers that exist in the policy's world alone. */
class DrawnIdentifiersTest {
  private static VerifiedCall call(String parameter, String repr) {
    return new VerifiedCall(
        0, 0, "f()", "f", Map.of(parameter, repr), CallStatus.SUCCEEDED, "{}", List.of());
  }

  private static boolean named(VerifiedCall call, String policyResult) {
    return DrawnIdentifiers.anyNamed(
        List.of(call), () -> List.of("{}", policyResult), List::of, List::of);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "booking_id   | '3426812'  | {\"booking_id\": \"3426812\", \"ok\": true}",
        "id           | 7          | {\"id\": 7}",
        "id           | 7          | [{'id': 17}, {'message_id': 7, 'x': 1}]",
        "id           | -7         | {\"id\": -7}",
        "access_token | 'a1'       | {'token': 'a1'}",
        "message_id   | '7'        | {\"id\": 7}",
        "_id          | 7          | {\"_id\": 7, \"n\": 7}",
      })
  void whatAResultGivesAsAnIdentifierIsOne(String parameter, String repr, String result) {
    assertThat(named(call(parameter, repr), result)).isTrue();
  }

  /** Many identifiers are looked for another way than few. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'x7' | {\"booking_id\": \"x7\", \"ok\": true} | true",
        "7    | {\"id\": 7}                          | true",
        "7    | [{'id': 17}, {'message_id': 7}]      | true",
        "-7   | {\"id\": -7}                         | true",
        "7    | {\"id\": 71}                         | false",
        "7    | {\"id\": -7}                         | false",
        "7    | {\"number\": 7}                      | false",
        "'a'  | {\"id\": \"ab\"}                     | false",
        "'a'  | {\"id\": a}                          | false",
      })
  void oneAmongManyIsFoundAlike(String repr, String result, boolean found) {
    List<VerifiedCall> calls = new ArrayList<>();
    for (int other = 1000; other < 1020; other++) {
      calls.add(call("id", String.valueOf(other)));
    }
    calls.add(call("id", repr.strip()));

    assertThat(DrawnIdentifiers.anyNamed(calls, () -> List.of("{}", result), List::of, List::of))
        .isEqualTo(found);
    assertThat(named(call("id", repr.strip()), result)).isEqualTo(found);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "id    | 7      | {\"id\": 71}",
        "id    | 7      | {\"id\": 17}",
        "id    | 7      | {\"id\": -7}",
        "id    | 7      | {\"number\": 7}",
        "id    | 7      | {\"paid\": 7}",
        "id    | 7      | {\"Order_id\": 7}",
        "id    | 7      | {\"id\":7}",
        "id    | 7      | id: 7",
        "id    | 7      | 7",
        "id    | 'a'    | {\"id\": \"ab\"}",
        "id    | 'a'    | {\"id\": \"ba\"}",
        "id    | 'a'    | {\"id\": a}",
        "id    | ''     | {\"id\": \"\"}",
        "paid  | 7      | {\"id\": 7}",
        "userId| 7      | {\"id\": 7}",
        "id    | ['a']  | {\"id\": ['a']}",
      })
  void whatOnlyLooksLikeItIsNone(String parameter, String repr, String result) {
    assertThat(named(call(parameter.strip(), repr), result)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\": 7}", "[{'ticket_id': '7'}]"})
  void whatTheGroundTruthSawTooWasNotDrawn(String truthResult) {
    assertThat(
            DrawnIdentifiers.anyNamed(
                List.of(call("id", "7")),
                () -> List.of("{\"id\": 7}"),
                () -> List.of(truthResult),
                List::of))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"ticket_id\":7}", "{\"$dict\":[[7,\"x\"]]}", "{\"user\":\"7\"}"})
  void whatWasThereFromTheStartWasNotDrawn(String state) {
    assertThat(
            DrawnIdentifiers.anyNamed(
                List.of(call("id", "7")),
                () -> List.of("{\"id\": 7}"),
                List::of,
                () -> List.of(state)))
        .isFalse();
  }

  /**
   * The identifiers of {@link DrawnIdentifiers}, as a pattern: a match may begin anywhere, also
   * within another.
   */
  private static final Pattern HANDED_OUT =
      Pattern.compile(
          "(?=[\"'](?:[a-z_]*_)?(?:id|token)[\"']: (?:[\"']([^\"'\\\\]+)[\"']|(-?\\d+)))");

  private static final List<String> PIECES =
      List.of(
          "\"",
          "'",
          "\"id\": ",
          "'id': ",
          "'token': ",
          "\"message_id\": ",
          "id",
          "token",
          "_",
          "a",
          "A",
          ": ",
          ":",
          " ",
          ", ",
          "7",
          "17",
          "-",
          ".",
          "\\",
          "[",
          "{",
          "}",
          "\u00e9",
          "\n");

  @Test
  void anyTextIsReadAsThePatternReadsIt() {
    Random random = new Random(20260115);
    List<String> values = List.of("7", "'7'", "17", "-7", "'a'", "'id'", "\"a'\"", "[7]", "''");
    int handedOut = 0;
    for (int i = 0; i < 200_000; i++) {
      String result = randomText(random);
      Set<String> expected = handedOutByPattern(result);
      handedOut += expected.isEmpty() ? 0 : 1;
      String value = values.get(i % values.size());
      String identifier =
          value.matches("['\"].*['\"]") ? value.substring(1, value.length() - 1) : value;
      assertThat(named(call("id", value), result))
          .as("%s in %s", value, result)
          .isEqualTo(expected.contains(identifier));
    }
    assertThat(handedOut).isGreaterThan(10_000);
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    int pieces = 1 + random.nextInt(12);
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  private static Set<String> handedOutByPattern(String result) {
    Set<String> identifiers = new HashSet<>();
    Matcher matcher = HANDED_OUT.matcher(result);
    while (matcher.find()) {
      identifiers.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
    }
    return identifiers;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id",
        "token",
        "_id",
        "access_token",
        "x_token_id",
        "__id",
        "paid",
        "idtoken",
        "iD",
        "Id",
        "x2_id",
        "id_",
        "tokens",
        "",
        "_",
        "user-id",
        "\u00fc_id",
        "user_id "
      })
  void aParameterIsOneOfAnIdentifierExactlyWhereThePatternSaysSo(String parameter) {
    assertThat(named(call(parameter, "7"), "{\"id\": 7}"))
        .isEqualTo(parameter.matches("(?:[a-z_]*_)?(?:id|token)"));
  }

  @Test
  void nothingIsLookedUpWhereNoCallNamesAnIdentifier() {
    assertThat(
            DrawnIdentifiers.anyNamed(
                List.of(call("content", "'7'")),
                () -> {
                  throw new AssertionError("results were asked for");
                },
                List::of,
                List::of))
        .isFalse();
  }
}
