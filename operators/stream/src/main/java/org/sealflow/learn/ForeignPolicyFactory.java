package org.sealflow.learn;

/**
 * Stands for a policy that a foreign trainer updates: nothing is loaded, and its rows are looked at
 * for their length alone.
 *
 * @param contextLength longest sequence the foreign trainer takes, tokens
 */
public record ForeignPolicyFactory(int contextLength) implements TrainablePolicyFactory {
  @Override
  public TrainablePolicy open(LearnSettings settings) {
    return new ForeignPolicy(contextLength);
  }
}
