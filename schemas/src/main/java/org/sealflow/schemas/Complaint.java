package org.sealflow.schemas;

import java.io.Serializable;

/**
 * Reasons why input was turned away.
 *
 * @param boundary where
 * @param reason what is wrong, one line for people
 * @param remedy what to do about it, one line for people
 */
public record Complaint(Boundary boundary, String reason, String remedy) implements Serializable {
  /**
   * Checks that the texts say something.
   *
   * @throws IllegalArgumentException if a text is blank
   */
  public Complaint {
    if (reason.isBlank() || remedy.isBlank()) {
      throw new IllegalArgumentException("a complaint needs a reason and a remedy");
    }
  }

  @Override
  public String toString() {
    return reason + "; " + remedy;
  }
}
