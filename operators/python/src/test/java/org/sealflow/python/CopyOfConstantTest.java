package org.sealflow.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CopyOfConstantTest {
  private static final String TEXT = "{\"owner\": \"ann\", \"pets\": [{\"name\": \"rex\"}, 2]}";

  private final PyDict constant =
      PyDict.of("owner", "ann", "pets", PyList.of(PyDict.of("name", "rex"), 2L));

  @Test
  void aChangeDeepInACopyIsSeenInNoOther() {
    PyDict changed = copy();
    PyDict other = copy();
    firstPet(changed).put("name", "tom");
    assertThat(PyJson.dumps(changed))
        .isEqualTo("{\"owner\": \"ann\", \"pets\": [{\"name\": \"tom\"}, 2]}");
    assertThat(PyJson.dumps(other)).isEqualTo(TEXT);
    assertThat(PyJson.dumps(constant)).isEqualTo(TEXT);
    assertThat(Py.same(changed, other)).isFalse();
  }

  @Test
  void everyChangeOfAContainerIsItsOwn() {
    PyDict put = copy();
    put.put("owner", "bob");
    PyDict removed = copy();
    removed.deleteItem("owner");
    PyDict cleared = copy();
    cleared.clear();
    PyDict emptied = copy();
    pets(emptied).clear();
    PyDict shortened = copy();
    assertThat(pets(shortened).removeAt(1)).isEqualTo(2L);
    PyDict extended = copy();
    pets(extended).addAll(PyList.of(3L));
    pets(extended).set(0, "none");
    assertThat(put.get("owner")).isEqualTo("bob");
    assertThat(removed.keys()).containsExactly("pets");
    assertThat(cleared.isEmpty()).isTrue();
    assertThat(pets(emptied).isEmpty()).isTrue();
    assertThat(pets(shortened).size()).isEqualTo(1);
    assertThat(PyText.repr(pets(extended))).isEqualTo("['none', 2, 3]");
    assertThat(PyJson.dumps(constant)).isEqualTo(TEXT);
  }

  @Test
  void aCopyLookedIntoIsEqualToOneThatIsNot() {
    PyDict looked = copy();
    assertThat(firstPet(looked).get("name")).isEqualTo("rex");
    assertThat(looked.isUntouched()).isFalse();
    assertThat(Py.same(looked, copy())).isTrue();
    assertThat(PyJson.dumps(looked)).isEqualTo(TEXT);
    assertThat(PyText.repr(looked)).isEqualTo(PyText.repr(constant));
  }

  @Test
  void aContainerHandedOutTwiceIsOneObject() {
    PyDict copy = copy();
    assertThat(pets(copy)).isSameAs(pets(copy)).isNotSameAs(pets(constant));
    assertThat(copy.values().get(1)).isSameAs(pets(copy));
    assertThat(firstPet(copy)).isSameAs(firstPet(copy)).isNotSameAs(firstPet(constant));
  }

  @Test
  void readingTextsNumbersAndKeysOrShowingItLeavesACopyUntouched() {
    PyDict copy = copy();
    assertThat(copy.get("owner")).isEqualTo("ann");
    assertThat(copy.containsKey("pets")).isTrue();
    assertThat(copy.keys()).containsExactly("owner", "pets");
    assertThat(PyJson.dumps(copy)).isEqualTo(TEXT);
    assertThat(Py.same(copy, constant)).isTrue();
    assertThat(copy.isUntouched()).isTrue();
  }

  @Test
  void aCopyOfACopyIsIndependentOfIt() {
    PyDict first = copy();
    PyDict second = (PyDict) Py.copyOfConstant(first);
    firstPet(first).put("name", "tom");
    assertThat(PyJson.dumps(second)).isEqualTo(TEXT);
    PyDict third = (PyDict) Py.deepCopy(first);
    firstPet(third).put("name", "kim");
    assertThat(firstPet(first).get("name")).isEqualTo("tom");
  }

  @Test
  void aShallowCopySharesWhatItHolds() {
    PyDict copy = copy();
    PyDict shallow = copy.copy();
    firstPet(shallow).put("name", "tom");
    assertThat(firstPet(copy).get("name")).isEqualTo("tom");
    assertThat(PyJson.dumps(constant)).isEqualTo(TEXT);
  }

  @Test
  void whatJsonCannotHoldRaisesInEveryCopy() {
    PyDict odd = PyDict.of("set", PySet.of(PyList.of(1L)));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> PyJson.dumps(Py.copyOfConstant(odd)))
          .isInstanceOf(PyException.class)
          .hasMessageContaining("set is not JSON serializable");
    }
  }

  private PyDict copy() {
    return (PyDict) Py.copyOfConstant(constant);
  }

  private static PyList pets(PyDict dict) {
    return (PyList) dict.getItem("pets");
  }

  private static PyDict firstPet(PyDict dict) {
    return (PyDict) pets(dict).get(0);
  }
}
