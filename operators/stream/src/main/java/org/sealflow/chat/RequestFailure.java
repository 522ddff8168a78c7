package org.sealflow.chat;

import java.util.Locale;

/** Reasons why a request to a model brought nothing that can be used. */
public enum RequestFailure {
  /** No connection, or one that broke. */
  UNREACHABLE,
  /** No whole answer in time. */
  TIMEOUT,
  /** A status other than success. */
  HTTP_STATUS,
  /** An answer of more bytes than are read. */
  TOO_LARGE,
  /** An answer without {@code choices[0].message.content}. */
  NO_ANSWER,
  /** A message that is not the JSON object asked for. */
  NOT_JSON,
  /** An object without any task. */
  EMPTY;

  /** The name in files and on the command line, such as {@code not-json}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
