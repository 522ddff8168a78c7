package org.sealflow.python.syntax;

/** The parser has met something no expression contains; what is wrong is found out later. */
final class Rejected extends RuntimeException {
  Rejected() {
    super("not an expression", null, false, false);
  }
}
