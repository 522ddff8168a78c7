package org.sealflow.rollout.openai;

import java.io.Serializable;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Further servers of the same model, and where the servers find weights.
 *
 * @param baseUrls where their paths begin; none if there is one server
 * @param paths where the servers see directories that the learner sees elsewhere, each as {@code
 *     LEARNERS=SERVERS}, such as {@code /runs=/mnt/runs} or {@code s3://bucket/runs=/cache/runs};
 *     the longest that fits counts
 * @param copies local directory for copies of adapters that are published in another file system,
 *     such as an object store; empty if the servers read them there
 */
public record ServerReplicas(List<String> baseUrls, List<String> paths, String copies)
    implements Serializable {
  /** One server, on the learner's file system. */
  public static final ServerReplicas NONE = new ServerReplicas(List.of(), List.of());

  /** Servers that read adapters where they are published. */
  public ServerReplicas(List<String> baseUrls, List<String> paths) {
    this(baseUrls, paths, "");
  }

  /**
   * Copies and checks.
   *
   * @throws IllegalArgumentException if a mapping has no two sides
   */
  public ServerReplicas {
    baseUrls = List.copyOf(baseUrls);
    paths = List.copyOf(paths);
    List<String> wrong =
        paths.stream().filter(path -> path.indexOf('=') < 1 || path.endsWith("=")).toList();
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          "the path mapping '" + wrong.get(0) + "' is none, expected one such as /runs=/mnt/runs");
    }
  }

  /** The copies of adapters. */
  AdapterCopies adapterCopies() {
    return new AdapterCopies(copies.isEmpty() ? null : Path.of(copies));
  }

  /**
   * Where a server finds weights.
   *
   * @param uri where the learner has put them
   */
  String path(String uri) {
    String path = uri.startsWith("file:") ? URI.create(uri).getPath() : uri;
    List<String> fitting = new ArrayList<>();
    for (String mapping : paths) {
      String from = from(mapping);
      if (path.startsWith(from) && isWhole(path, from)) {
        fitting.add(mapping);
      }
    }
    fitting.sort((one, other) -> Integer.compare(from(other).length(), from(one).length()));
    if (fitting.isEmpty()) {
      return path;
    }
    String mapping = fitting.get(0);
    return mapping.substring(mapping.indexOf('=') + 1) + path.substring(from(mapping).length());
  }

  private static String from(String mapping) {
    return mapping.substring(0, mapping.indexOf('='));
  }

  /** Whether a path goes on with a new name behind a directory: /runs is not above /runs2. */
  private static boolean isWhole(String path, String directory) {
    return directory.endsWith("/")
        || path.length() == directory.length()
        || path.charAt(directory.length()) == '/';
  }
}
