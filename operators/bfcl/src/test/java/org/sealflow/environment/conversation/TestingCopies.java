package org.sealflow.environment.conversation;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;

/** Presents a copy of every tool, with one change to each or with none, and adds nothing else. */
final class TestingCopies implements Presentation {
  private final Consumer<PyDict> change;

  private TestingCopies(Consumer<PyDict> change) {
    this.change = change;
  }

  static TestingCopies unchanged() {
    return new TestingCopies(tool -> {});
  }

  static TestingCopies changed(Consumer<PyDict> change) {
    return new TestingCopies(change);
  }

  @Override
  public ToolDoc present(ToolDoc tool) {
    PyDict copy = (PyDict) Py.deepCopy(tool.document());
    change.accept(copy);
    return ToolDoc.of(copy);
  }

  @Override
  public List<String> guidelines() {
    return List.of();
  }

  @Override
  public Optional<String> hintAfter(String tool, String call, String result) {
    return Optional.empty();
  }

  @Override
  public Optional<String> hintAfterParseError(String error, List<String> tools) {
    return Optional.empty();
  }
}
