package org.sealflow.python.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.python.Reference;

class CallRewriterTest {
  private static String rewrite(String source) {
    return CallRewriter.rewrite(source, TestingNotebook.METHODS, List.of("I"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "write(1) | I.write(1)",
        "write  (1) | I.write(1)",
        "note (1) | note(1)",
        "note(1) | note(1)",
        "write | write",
        "write[size ()] | write[I.size()]",
        "x.write(y) | x.I.write(y)",
        "a-size(1) | a-I.size(1)",
        "2write(y) | 2write(y)",
        "_write(y) | _write(y)",
        "_x (y) | _x(y)",
        "3 (x) | 3 (x)",
        "$ (x) | $ (x)",
        "a3 (x) | a3(x)",
        "a_ (x) | a_(x)",
        "write (size (1)) | I.write(I.size(1))",
        "write ((1)) | I.write((1))",
        "write ) (1) | write ) (1)",
        "écrit (x) | écrit (x)",
        "aé (x) | aé(x)",
        "éwrite(x) | éwrite(x)",
        "²write(x) | ²write(x)",
        "😀write (x) | 😀I.write(x)",
        "𝒶write (x) | 𝒶write (x)",
      })
  void identifiersBeforeABracketAreRewrittenAnywhereInTheText(String source, String rewritten) {
    assertThat(rewrite(source)).isEqualTo(rewritten);
  }

  @Test
  void everyUnicodeSpaceBeforeTheBracketGoesAndZeroWidthSpaceStays() {
    assertThat(rewrite("f\u00a0\u2003\n\t\u3000(x)")).isEqualTo("f(x)");
    assertThat(rewrite("f\u200b(x)")).isEqualTo("f\u200b(x)");
  }

  @Test
  void aCombiningMarkEndsAWord() {
    assertThat(rewrite("a\u0301write(x)")).isEqualTo("a\u0301I.write(x)");
  }

  @Test
  void loneSurrogatesAreNoWordCharacters() {
    assertThat(rewrite("\ud83dwrite (x)\ude00")).isEqualTo("\ud83dI.write(x)\ude00");
  }

  @Test
  void textWithoutChangeIsTheSameObject() {
    String source = "nothing(to='do', here=[" + System.lineSeparator() + "])";
    assertThat(rewrite(source)).isSameAs(source);
  }

  @Test
  void withoutNamesOnlySpaceGoesAndMentionsAreCounted() {
    CallRewriter.Rewritten rewritten =
        CallRewriter.rewriteWithoutNames(
            "write (page='size (x) note (y)')", TestingNotebook.METHODS);
    assertThat(rewritten.text()).isEqualTo("write(page='size(x) note(y)')");
    assertThat(rewritten.mentions()).isEqualTo(2);
  }

  @Test
  void recordedRewritingsAreEqual() {
    List<String> differences = new ArrayList<>();
    List<JsonNode> rows = Reference.micro("process_method_calls");
    for (JsonNode row : rows) {
      String source = row.get("call").asText();
      List<String> names = List.of(row.get("instance").asText());
      String rewritten = CallRewriter.rewrite(source, table(row.get("methods")), names);
      if (!rewritten.equals(row.get("r").asText())) {
        differences.add(source + " -> " + rewritten);
      }
    }
    assertThat(differences).isEmpty();
    assertThat(rows).hasSize(400);
  }

  private static MethodTable table(JsonNode names) {
    TestingClass<TestingNotebook> type = TestingClass.named("Any");
    for (JsonNode name : names) {
      type = type.with(name.asText(), (self, arguments) -> self.pages);
    }
    return MethodTable.of(List.of(type));
  }
}
