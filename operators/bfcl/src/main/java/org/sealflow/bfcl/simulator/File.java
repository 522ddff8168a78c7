package org.sealflow.bfcl.simulator;

import org.sealflow.python.Py;
import org.sealflow.python.PyObject;
import org.sealflow.python.PyText;

/**
 * A file of {@link GorillaFileSystem}: mutable, with identity. Two tree positions may hold one
 * file, so what is written through one is read through the other.
 *
 * <p>Source: gorilla-file-system.md, section 1.1.
 */
public final class File implements PyObject {
  private final Object name;
  private Object content;
  private String appendix;

  File(Object name, Object content) {
    this.name = name;
    this.content = content;
    this.appendix = "";
  }

  /**
   * A file that holds {@code text} and {@code appendix}. They are joined when somebody reads the
   * file: long scenarios append thousands of characters to files that few calls open.
   */
  File(Object name, String text, String appendix) {
    this.name = name;
    this.content = text;
    this.appendix = appendix;
  }

  /** The file in the copy of its world. */
  File copy(WorldCopy copies) {
    File copy = new File(name, copies.of(content));
    copy.appendix = appendix;
    return copy;
  }

  /** The name: a text, or whatever else could serve as a key of the directory. */
  public Object name() {
    return name;
  }

  /**
   * The text written last: a text as loaded, any Python value after a call. Any number of threads
   * may read it.
   */
  public Object content() {
    return appendix.isEmpty() ? content : Py.str(content).concat(appendix);
  }

  /** The same, for one who may read it again. */
  Object keptContent() {
    write(content());
    return content;
  }

  void write(Object newContent) {
    content = newContent;
    appendix = "";
  }

  @Override
  public boolean pyEquals(Object other) {
    return other instanceof File file && Py.eq(name, file.name) && hasContentOf(file);
  }

  private boolean hasContentOf(File other) {
    return appendix.equals(other.appendix)
        ? Py.eq(content, other.content)
        : Py.eq(content(), other.content());
  }

  @Override
  public String typeName() {
    return "File";
  }

  @Override
  public String repr() {
    return Py.repr(this);
  }

  @Override
  public void writeRepr(PyText text) {
    text.write("<<File: ");
    text.writeStr(name);
    text.write(", Content: ");
    text.writeStr(content());
    text.write(">>");
  }

  @Override
  public String toString() {
    return repr();
  }
}
