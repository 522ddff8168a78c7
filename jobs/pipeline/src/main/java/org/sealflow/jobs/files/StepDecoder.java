package org.sealflow.jobs.files;

import java.util.Locale;

/** Decodes the steps of an official result file into calls. */
public enum StepDecoder {
  /** By the form of the record: function calls where any step is a list, else prompt texts. */
  AUTO,
  /** Steps are lists of function calls; a text is a reply without calls. */
  FC,
  /** Steps are texts that name calls. */
  PROMPT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
