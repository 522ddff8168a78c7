package org.sealflow.jobs;

/**
 * The ids under which operators keep their state in savepoints. Changing one orphans the state of
 * every savepoint taken before.
 */
public final class OperatorIds {
  public static final String TRAJECTORIES = "trajectories";
  public static final String TASKS = "tasks";
  public static final String DECODE_EVENTS = "decode-events";
  public static final String DECODE_TASKS = "decode-tasks";
  public static final String VERIFY = "verify";
  public static final String DIAGNOSE = "diagnose";
  public static final String DIAGNOSES = "diagnoses";
  public static final String FAILURES = "failures";

  private OperatorIds() {}
}
