package org.sealflow.learn.weights;

import org.sealflow.schemas.WeightsFormat;

/**
 * A version's weights as they are published.
 *
 * @param version the version, from 0
 * @param uri the directory that holds them
 * @param digest SHA-256 of the weights files, one after another by name, as 64 lower-case hex
 *     digits
 * @param format how they are stored
 */
public record StoredWeights(long version, String uri, String digest, WeightsFormat format) {
  /** Version 0 of a policy whose weights a foreign trainer has. */
  public static final StoredWeights ELSEWHERE = new StoredWeights(0, "", "", WeightsFormat.NONE);

  /** The same weights as another version. */
  public StoredWeights ofVersion(long other) {
    return new StoredWeights(other, uri, digest, format);
  }
}
