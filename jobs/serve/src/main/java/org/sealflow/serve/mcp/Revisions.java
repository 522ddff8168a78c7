package org.sealflow.serve.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;

/** The revisions of the protocol that are spoken. */
final class Revisions {
  /** The one without sessions. */
  static final String SESSIONLESS = "2026-07-28";

  /** Those with sessions, the newest last. */
  private static final List<String> WITH_SESSIONS =
      List.of("2025-03-26", "2025-06-18", "2025-11-25");

  private Revisions() {}

  static boolean hasSessions(String version) {
    return WITH_SESSIONS.contains(version);
  }

  /** The revision asked for, else the newest with sessions. */
  static String negotiated(String requested) {
    return hasSessions(requested) ? requested : WITH_SESSIONS.get(WITH_SESSIONS.size() - 1);
  }

  /** All, the newest first. */
  static ArrayNode all() {
    ArrayNode all = JsonNodeFactory.instance.arrayNode().add(SESSIONLESS);
    for (int i = WITH_SESSIONS.size() - 1; i >= 0; i--) {
      all.add(WITH_SESSIONS.get(i));
    }
    return all;
  }
}
