package org.sealflow.model.template.value;

/** An error in a template, with its line as soon as it has passed the statement it arose in. */
public final class TemplateFault extends RuntimeException {
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

  public TemplateFault(String text) {
    this(text, NO_LINE, false);
  }

  /** The template refuses what it was given, by {@code raise_exception}. */
  public static TemplateFault raised(String text) {
    return new TemplateFault(text, NO_LINE, true);
  }

  /** The same fault on a line, unless a line nearer to it is known. */
  public TemplateFault at(int place) {
    return line == NO_LINE ? new TemplateFault(text, place, raised) : this;
  }

  public String text() {
    return text;
  }

  public int line() {
    return line;
  }

  public boolean isRaised() {
    return raised;
  }
}
