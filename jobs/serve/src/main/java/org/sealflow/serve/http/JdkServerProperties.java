package org.sealflow.serve.http;

import java.util.Map;

/**
 * Sets how the JDK's HTTP server behaves, which is read from system properties at its first use
 * (module {@code jdk.httpserver}); what somebody has set stays.
 */
final class JdkServerProperties {
  private static final Map<String, String> PROPERTIES =
      Map.of(
          // Head and body are written apart: held back, the second waits for a delayed ACK of 40
          // ms.
          "sun.net.httpserver.nodelay", "true",
          // Rollouts keep as many connections as they have episodes.
          "sun.net.httpserver.maxIdleConnections", "16384",
          // Seconds an idle connection stays: clients that find theirs closed send again.
          "sun.net.httpserver.idleInterval", "300",
          // Of all kinds, each some kilobytes.
          "jdk.httpserver.maxConnections", "32768",
          // Seconds until a caller who does not finish his request is hung up on.
          "sun.net.httpserver.maxReqTime", "60");

  private JdkServerProperties() {}

  static void set() {
    PROPERTIES.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }
}
