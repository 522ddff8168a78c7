package org.sealflow.model.template;

import org.sealflow.model.template.value.TemplateFault;

/** A template that cannot be read or rendered; the message is one line and names the place. */
public final class TemplateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final boolean raisedByTemplate;

  private TemplateException(String message, int line, boolean raisedByTemplate) {
    super(message);
    this.line = line;
    this.raisedByTemplate = raisedByTemplate;
  }

  static TemplateException of(String template, TemplateFault fault) {
    String message = template + " line " + fault.line() + ": " + fault.text();
    return new TemplateException(message.replaceAll("\\s+", " "), fault.line(), fault.isRaised());
  }

  /** The line of the template where it happened, from 1. */
  public int line() {
    return line;
  }

  /**
   * Whether the template itself refused what it was given, by {@code raise_exception}: the
   * conversation is at fault, not the template.
   */
  public boolean isRaisedByTemplate() {
    return raisedByTemplate;
  }
}
