package org.sealflow.review;

/** The speakers of messages. */
public enum Speaker {
  /** Instructions before or within the conversation. */
  SYSTEM,
  /** The user, simulated or not. */
  USER,
  /** The model: one message is one turn of the agent. */
  MODEL,
  /** A fixed program in the agent's place, or a reply that was copied from an earlier record. */
  PROGRAM,
  /** A tool: the message is one result. */
  TOOL
}
