package org.sealflow.jobs.cli.task;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.tau.Benchmark;

/** A checkout of tau2-bench, or a folder in its layout. */
final class TauCheckout {
  private static final Path DATA = Path.of("data", "tau2");
  private static final Path DOMAINS = DATA.resolve("domains");

  /** Beside the domains: the rules of the simulated user, and texts that only some folders have. */
  private static final List<Path> TEXTS =
      List.of(DATA.resolve("user_simulator"), Path.of("prompts"), Path.of("schemas"));

  private static final List<String> KINDS = List.of(".json", ".json.gz", ".toml", ".md", ".txt");

  private final Path root;

  private TauCheckout(Path root) {
    this.root = root;
  }

  /**
   * @throws UserError if the directory has no domain of the benchmark
   */
  static TauCheckout of(Path root) {
    if (!Benchmark.isOne(root)) {
      throw new UserError(
          root
              + " is no checkout of tau2-bench: it holds no data/tau2/domains/ with some of "
              + String.join(", ", Benchmark.DOMAINS));
    }
    return new TauCheckout(root);
  }

  /** Copies what tasks are made of: the files of the known domains, one level deep. */
  void importTo(Path output) throws IOException {
    for (String domain : Benchmark.DOMAINS) {
      copy(DOMAINS.resolve(domain), output);
    }
    for (Path texts : TEXTS) {
      copy(texts, output);
    }
    Path license = root.resolve("LICENSE");
    if (Files.exists(license)) {
      copyFile(license, output);
    }
  }

  private void copy(Path folder, Path output) throws IOException {
    Path from = root.resolve(folder.toString());
    if (!Files.isDirectory(from)) {
      return;
    }
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(TauCheckout::isWanted).sorted().toList()) {
        copyFile(file, output);
      }
    }
  }

  private void copyFile(Path file, Path output) throws IOException {
    Path target = output.resolve(root.relativize(file).toString());
    Files.createDirectories(target.getParent());
    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    // A checkout may be read-only; what is made of it can be replaced.
    boolean unused = target.toFile().setWritable(true, true);
  }

  private static boolean isWanted(Path file) {
    String name = file.getFileName().toString();
    return Files.isRegularFile(file) && KINDS.stream().anyMatch(name::endsWith);
  }
}
