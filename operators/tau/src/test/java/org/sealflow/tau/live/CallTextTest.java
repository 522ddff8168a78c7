package org.sealflow.tau.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.tau.TestingMock;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;

class CallTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'a':'x','b':1,'c':1.5,'d':null,'e':true,'f':[1,'2',{'g':[]}]}",
        "{'big':123456789012345678901234567890,'small':-1e-7,'whole':1e+16,'minus':-3}",
        "{'text':'it\\\\u2019s \\\\n new'}",
        "{'from':'a keyword of Python'}",
        "{'no identifier':1}",
        "{'a':NaN,'b':Infinity,'c':[-Infinity]}"
      })
  void aCallIsReadAsItWasWritten(String arguments) {
    Call call = TestingMock.agent("book", arguments);
    assertThat(CallText.read(Requestor.ASSISTANT, CallText.of(call))).isEqualTo(call);
  }

  @Test
  void aCallOfPlainNamesIsWrittenAsPythonWritesIt() {
    assertThat(CallText.of(TestingMock.agent("book", "{'id':'x','paid':true,'note':null}")))
        .isEqualTo("book(id='x', paid=True, note=None)");
    assertThat(CallText.of(TestingMock.agent("book", "{'an id':'x'}")))
        .isEqualTo("{\"name\":\"book\",\"arguments\":{\"an id\":\"x\"}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "book", "book(", "book(1)", "book(a=b)", "{", "{}", "[1]", "1 + 1"})
  void whatIsNoCallIsNone(String text) {
    assertThat(CallText.read(Requestor.ASSISTANT, text)).isNull();
  }
}
