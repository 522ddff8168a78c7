package org.sealflow.python;

/** The values of Python that have one instance of their type: {@code None} and {@code ...}. */
public enum PyNone {
  NONE("None", "NoneType"),
  ELLIPSIS("Ellipsis", "ellipsis");

  private final String repr;
  private final String typeName;

  PyNone(String repr, String typeName) {
    this.repr = repr;
    this.typeName = typeName;
  }

  public String repr() {
    return repr;
  }

  public String typeName() {
    return typeName;
  }
}
