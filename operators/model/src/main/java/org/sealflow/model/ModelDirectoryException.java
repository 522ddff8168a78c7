package org.sealflow.model;

/**
 * A model or adapter directory that cannot be used. The message is one line: the file, what was
 * found, what was expected and what to do.
 */
public final class ModelDirectoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ModelDirectoryException(String message) {
    super(message);
  }

  ModelDirectoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
