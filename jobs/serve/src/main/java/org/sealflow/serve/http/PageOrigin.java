package org.sealflow.serve.http;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests of web pages from elsewhere. Browsers say whose page sends a request, and ask
 * nobody before they open a socket; programs say nothing.
 */
public final class PageOrigin {
  private static final Set<String> THIS_COMPUTER = Set.of("localhost", "127.0.0.1", "[::1]");

  private PageOrigin() {}

  /**
   * Checks the header {@code Origin}. A page elsewhere whose name was made to mean this computer is
   * of another origin too.
   *
   * @param origin null if the request has none
   * @throws HttpRefusal if it is not of this computer
   */
  public static void requireThisComputer(@Nullable String origin) {
    if (origin != null && !isThisComputer(origin)) {
      throw HttpRefusal.otherOrigin(origin);
    }
  }

  private static boolean isThisComputer(String origin) {
    try {
      String host = URI.create(origin).getHost();
      return host != null && THIS_COMPUTER.contains(host);
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }
}
