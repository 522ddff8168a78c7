package org.sealflow.model.template;

import org.sealflow.model.template.value.Run;

/**
 * The text that a block writes to: that of the rendering, or one captured for a variable or caller.
 */
final class Output {
  private final Run run;
  private final StringBuilder text = new StringBuilder();

  Output(Run run) {
    this.run = run;
  }

  void write(String part) {
    run.written(part.length());
    text.append(part);
  }

  String text() {
    return text.toString();
  }
}
