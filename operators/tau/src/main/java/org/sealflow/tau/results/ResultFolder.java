package org.sealflow.tau.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.JsonValues;

/** A folder with a file for each simulation of an index. */
final class ResultFolder {
  private static final String ENDING = ".json";

  private final Path folder;
  private final List<String> index;

  ResultFolder(Path folder, List<String> index) {
    this.folder = folder;
    this.index = index;
  }

  /** Reads the files in the order of the index, if both agree. */
  void read(Path document, SimulationReader reader, ResultListener listener) throws IOException {
    String disagreement = disagreement();
    if (disagreement != null) {
      listener.refused(document + ": " + disagreement);
      return;
    }
    for (String id : index) {
      Path file = folder.resolve(id + ENDING);
      String broken =
          ResultFile.parse(
              file,
              parser -> {
                JsonNode node = JsonValues.mapper().readTree(parser);
                reader.read(file.toString(), node);
              });
      if (broken != null) {
        listener.rejected(file + ": " + broken);
      }
    }
  }

  private @Nullable String disagreement() throws IOException {
    Set<String> found;
    try (Stream<Path> files = Files.list(folder)) {
      found =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(ENDING))
              .map(name -> name.substring(0, name.length() - ENDING.length()))
              .collect(Collectors.toCollection(TreeSet::new));
    }
    Set<String> missing = new TreeSet<>(index);
    missing.removeAll(found);
    found.removeAll(index);
    if (missing.isEmpty() && found.isEmpty()) {
      return null;
    }
    return "simulation_index and the folder %s differ: missing %s, not in the index %s"
        .formatted(folder, missing, found);
  }
}
