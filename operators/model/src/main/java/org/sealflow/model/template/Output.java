package org.sealflow.model.template;

import org.sealflow.model.template.value.Run;

/** Where a block writes: the text of the rendering, or a text captured for a variable or caller. */
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
