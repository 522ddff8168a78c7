package org.sealflow.jobs;

import org.sealflow.schemas.Topic;

/**
 * The ids under which operators keep their state in savepoints. Changing one orphans the state of
 * every savepoint taken before.
 */
public final class OperatorIds {
  public static final String TRAJECTORIES = "trajectories";
  public static final String TASKS = "tasks";
  public static final String DECODE_EVENTS = "decode-events";
  public static final String VERIFY = "verify";
  public static final String DIAGNOSE = "diagnose";
  public static final String DIAGNOSES = "diagnoses";
  public static final String FAILURES = "failures";
  public static final String OTLP = "otlp-evaluations";

  public static final String START = "start";
  public static final String PLAN = "plan";
  public static final String PLAY = "play";
  public static final String PLAYED = "played-trajectories";
  public static final String BATCHES = "planned-batches";
  public static final String PERMUTE = "permute";
  public static final String VERSION = "version";
  public static final String STAMP = "stamp";
  public static final String PROFILE = "profile";
  public static final String PROFILES = "capability-profiles-out";
  public static final String EVOLVE = "evolve-by-run";
  public static final String PATCHES = "environment-patches-out";
  public static final String LEARN = "learn";
  public static final String UPDATES = "policy-updates-out";
  public static final String STEPS = "training-metrics-out";
  public static final String SAMPLES = "training-batches-out";

  private OperatorIds() {}

  /** Of the operator that decodes a topic. */
  static String decode(Topic topic) {
    return "decode-" + topic.baseName();
  }
}
