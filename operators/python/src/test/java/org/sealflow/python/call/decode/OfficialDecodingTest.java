package org.sealflow.python.call.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.python.call.TestingNotebook;

class OfficialDecodingTest {
  private static boolean changes(String call) {
    return OfficialDecoding.changes(call, TestingNotebook.METHODS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "write('a')",
        "write(text=title)",
        "write(text=+1)",
        "write(text=1 + 2)",
        "write(text=size())",
        "write(text=size(unit='words', *[1]))",
        "write(text={'a': {'b': 1}})",
        "write(text={'k': {}})",
        "write(text={1: 'a'})",
        "write(text={'a\\\\': 1})",
        "write(text=1e400)",
        "write(text=...)",
        "write(**{'text': 'a'})",
        "[write(text='a')]",
        "write(text='a'), write(text='b')",
        "write(text='a', text='b')",
      })
  void aCallThatBecomesAnotherIsChanged(String call) {
    assertThat(changes(call)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "write(text={})",
        "write(text={'a': {}, 'b': 1})",
        "write(text=-title)",
        "write(text={\"it's\": 1})",
        "write(a-b='c')",
        "write<|channel|>commentary(text='a')",
        "write(text='a'",
        "write",
        "",
      })
  void aCallThatVanishesIsChanged(String call) {
    assertThat(changes(call)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "write()",
        "write(text='a')",
        "write(text='a',size=2)",
        "write( text = \"a\" , size=0x10 )",
        "write(text='it\\'s', size=1_000)",
        "write(text=-1, size=-0.5)",
        "write(text=True, size=None)",
        "write(text=['a', [1.0, {}], {'b': {}}])",
        "write(text={'a': 1, 'b': [2]})",
        "write(text='size (x)')",
        "write(text=size(unit='words'))",
        "functions.write(text='a')",
        "nosuch(text='a')",
      })
  void aCallThatIsOnlyLaidOutAnewIsNot(String call) {
    assertThat(changes(call)).isFalse();
  }

  @Test
  void aTextThatTheExecutorRewritesOnlyOnceItIsDecodedIsChanged() {
    assertThat(changes("write(text='size (x)')")).isFalse();
    assertThat(changes("write(text='size \\x28x)')")).isTrue();
  }
}
