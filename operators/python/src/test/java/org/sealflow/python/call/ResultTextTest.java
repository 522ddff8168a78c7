package org.sealflow.python.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.PySet;
import org.sealflow.python.PyTuple;

class ResultTextTest {
  @Test
  void textStaysAsItIs() {
    assertThat(new ResultText().of("it's \"é\"\n")).isEqualTo("it's \"é\"\n");
  }

  @Test
  void aDictIsJson() {
    assertThat(new ResultText().of(PyDict.of("a", PyTuple.of(1L, PyNone.NONE), 1L, true)))
        .isEqualTo("{\"a\": [1, null], \"1\": true}");
  }

  @Test
  void aDictJsonCannotHoldIsPrintedAsPythonPrintsIt() {
    assertThat(new ResultText().of(PyDict.of("a", PySet.of(PyList.of(1L)))))
        .isEqualTo("{'a': {1}}");
    assertThat(new ResultText().of(PyDict.of(PyTuple.of(1L, 2L), 3L))).isEqualTo("{(1, 2): 3}");
    PyDict cycle = new PyDict();
    cycle.put("self", cycle);
    assertThat(new ResultText().of(cycle)).isEqualTo("{'self': {...}}");
  }

  @Test
  void everythingElseIsPrintedAsPythonPrintsIt() {
    assertThat(new ResultText().of(PyNone.NONE)).isEqualTo("None");
    assertThat(new ResultText().of(true)).isEqualTo("True");
    assertThat(new ResultText().of(1e16)).isEqualTo("1e+16");
    assertThat(new ResultText().of(PyList.of(PyDict.of("id", 0L), "x")))
        .isEqualTo("[{'id': 0}, 'x']");
  }

  @Test
  void whatPythonCannotPrintRaises() {
    Object huge = BigInteger.TEN.pow(5000);
    assertThatThrownBy(() -> new ResultText().of(huge)).isInstanceOf(PyException.class);
    assertThatThrownBy(() -> new ResultText().of(PyDict.of("n", huge)))
        .isInstanceOf(PyException.class)
        .hasMessageStartingWith("Exceeds the limit (4300 digits)");
  }
}
