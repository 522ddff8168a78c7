package org.sealflow.tau.state;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.CallException;
import org.sealflow.tau.python.Python;

/** The problems of one value check, in the layout of the benchmark's validation library. */
public final class ValidationProblems {
  private static final int SHOWN = 50;
  private static final int HEAD = 25;
  private static final int TAIL = 24;

  private final List<String> lines = new ArrayList<>();

  /** Notes a value that does not fit. */
  public void add(String path, String message, String type, @Nullable Object input) {
    String repr = Python.repr(input);
    if (repr.length() > SHOWN) {
      repr = repr.substring(0, HEAD) + "..." + repr.substring(repr.length() - TAIL);
    }
    lines.add(
        "%s\n  %s [type=%s, input_value=%s, input_type=%s]\n    For further information visit %s%s"
            .formatted(
                path,
                message,
                type,
                repr,
                Python.typeName(input),
                "https://errors.pydantic.dev/2.13/v/",
                type));
  }

  public boolean isEmpty() {
    return lines.isEmpty();
  }

  /** All problems as the exception that the check of a model raises. */
  CallException of(String model) {
    String head =
        lines.size() == 1
            ? "1 validation error for " + model
            : lines.size() + " validation errors for " + model;
    return new CallException(
        CallException.Kind.VALIDATION, "ValidationError", head + "\n" + String.join("\n", lines));
  }
}
