package org.sealflow.model.template;

/** An error in a template, with its line as soon as it has passed the statement it arose in. */
final class TemplateFault extends RuntimeException {
  private static final int NO_LINE = 0;

  private final String text;
  private final int line;
  private final boolean raised;

  private TemplateFault(String text, int line, boolean raised) {
    super(text, null, false, false);
    this.text = text;
    this.line = line;
    this.raised = raised;
  }

  TemplateFault(String text) {
    this(text, NO_LINE, false);
  }

  /** The template refuses what it was given, by {@code raise_exception}. */
  static TemplateFault raised(String text) {
    return new TemplateFault(text, NO_LINE, true);
  }

  /** The same fault on a line, unless a line nearer to it is known. */
  TemplateFault at(int place) {
    return line == NO_LINE ? new TemplateFault(text, place, raised) : this;
  }

  String text() {
    return text;
  }

  int line() {
    return line;
  }

  boolean isRaised() {
    return raised;
  }
}
