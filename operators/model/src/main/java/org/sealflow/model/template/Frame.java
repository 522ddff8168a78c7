package org.sealflow.model.template;

import org.sealflow.model.template.value.Run;

/** The surroundings of a statement. */
record Frame(Run run, Scope scope, Output output) {
  /** The same with a scope of its own. */
  Frame inner() {
    return within(scope.inner());
  }

  Frame within(Scope other) {
    return new Frame(run, other, output);
  }

  /** Renders a block in a scope of its own, and returns the text instead of writing it. */
  String capture(Statement block) {
    Frame captured = new Frame(run, scope.inner(), new Output(run));
    block.render(captured);
    return captured.output().text();
  }
}
