package org.sealflow.schemas;

/** Names capabilities in keys and in lines for people. */
public final class Capabilities {
  /** Means all categories, or any tool. */
  public static final String ALL = "*";

  /** Means every tool or argument that is not declared. */
  public static final String OTHER = "other";

  private static final String SEPARATOR = "::";
  private static final String SLASH = "/";

  private Capabilities() {}

  /** The key of a capability: kind, category and name, e.g. {@code TOOL/multi_turn_base/cd}. */
  public static String key(Capability capability) {
    return capability.getKind() + SLASH + capability.getCategory() + SLASH + capability.getName();
  }

  /** The key of a profile in its topic: runs share the topic, and each has profiles of its own. */
  public static String topicKey(CapabilityProfile profile) {
    return key(profile.getRunId(), profile.getCapability());
  }

  /** The key of a capability of a run, e.g. {@code run-7/TOOL/multi_turn_base/cd}. */
  public static String key(String runId, Capability capability) {
    return runId + SLASH + key(capability);
  }

  /** The name of a capability made of two parts, e.g. {@code cd::ARGUMENT_MISMATCH}. */
  public static String name(String left, String right) {
    return left + SEPARATOR + right;
  }

  /** The first part of a name made of two; the whole of any other. */
  public static String left(String name) {
    int separator = name.indexOf(SEPARATOR);
    return separator < 0 ? name : name.substring(0, separator);
  }

  /** The second part of a name made of two; empty for any other. */
  public static String right(String name) {
    int separator = name.indexOf(SEPARATOR);
    return separator < 0 ? "" : name.substring(separator + SEPARATOR.length());
  }
}
