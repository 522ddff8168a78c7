package org.sealflow.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PyBytesTest {
  @Test
  void reprEscapesWhatIsNoPrintableAscii() {
    assertThat(new PyBytes("a\\\n\r\t\0\u007f\u00ff").repr())
        .isEqualTo("b'a\\\\\\n\\r\\t\\x00\\x7f\\xff'");
    assertThat(new PyBytes("it's").repr()).isEqualTo("b\"it's\"");
    assertThat(new PyBytes("'\"").repr()).isEqualTo("b'\\'\"'");
    assertThat(Py.str(new PyBytes(""))).isEqualTo("b''");
  }

  @Test
  void bytesAreComparedByValueAndAreNoText() {
    assertThat(Py.eq(new PyBytes("a"), new PyBytes("a"))).isTrue();
    assertThat(Py.eq(new PyBytes("a"), new PyBytes("b"))).isFalse();
    assertThat(Py.eq(new PyBytes("a"), "a")).isFalse();
    PyDict dict = PyDict.of(new PyBytes("a"), 1L, "a", 2L);
    assertThat(dict.get(new PyBytes("a"))).isEqualTo(1L);
    assertThat(dict.size()).isEqualTo(2);
  }

  @Test
  void emptyBytesAreFalse() {
    assertThat(Py.isTrue(new PyBytes(""))).isFalse();
    assertThat(Py.isTrue(new PyBytes("\0"))).isTrue();
    assertThat(new PyBytes("ab").size()).isEqualTo(2);
    assertThat(Py.typeName(new PyBytes(""))).isEqualTo("bytes");
  }

  @Test
  void aCharacterThatIsNoByteIsRefused() {
    assertThatThrownBy(() -> new PyBytes("\u0100")).isInstanceOf(IllegalArgumentException.class);
  }
}
