package org.sealflow.bfcl.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sealflow.environment.StateDifference;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

class SharedTruthTest {
  @Test
  void describingADifferenceWritesNothingIntoTheGroundTruth() {
    PyDict scenario = PyDict.of("a", PyList.of(1L, PyDict.of("b", "x")), "c", 3L);
    PyDict truth = (PyDict) Py.copyOfConstant(scenario);
    PyDict policy = (PyDict) Py.copyOfConstant(scenario);
    ((PyDict) ((PyList) policy.getItem("a")).get(1)).put("b", "y");

    StateDifference difference = StateDifferences.describe("Shop", "stock", policy, truth);

    assertThat(truth.isUntouched()).isTrue();
    assertThat(difference)
        .isEqualTo(new StateDifference("Shop", "stock['a'][1]['b']", "'y'", "'x'"));
  }
}
