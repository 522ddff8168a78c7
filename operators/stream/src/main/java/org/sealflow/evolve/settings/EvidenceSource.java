package org.sealflow.evolve.settings;

/** The sources of capability hints. */
public enum EvidenceSource {
  /** The failures of the diagnosis: hints help with failures the policy is to blame for. */
  FAILURES,
  /** SEAL's tags by SEAL's rule (environment-protocol.md 7.3). */
  TAGS
}
