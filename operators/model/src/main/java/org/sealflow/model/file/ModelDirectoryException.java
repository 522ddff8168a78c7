package org.sealflow.model.file;

/**
 * A model or adapter directory that cannot be used. The message is one line: the file, what was
 * found, what was expected and what to do.
 */
public final class ModelDirectoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ModelDirectoryException(String message) {
    super(message);
  }

  public ModelDirectoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
