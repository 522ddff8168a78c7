package org.sealflow.jobs.cli.task;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.task.LongContextJson;
import org.sealflow.bfcl.task.LongContextModule;
import org.sealflow.jobs.settings.UserError;

/** An official checkout of the benchmark: where its multi-turn data lies, and importing it. */
public final class OfficialCheckout {
  private static final List<String> CATEGORIES =
      List.of("base", "miss_func", "miss_param", "long_context");
  private static final String DATA = "bfcl_eval/data";
  private static final String CONSTANTS =
      "bfcl_eval/eval_checker/multi_turn_eval/func_source_code/long_context.py";

  /** The one folder that is not tasks: what tools are documented as. */
  private static final String DOCUMENTS = "multi_turn_func_doc";

  private final Path root;

  private OfficialCheckout(Path root) {
    this.root = root;
  }

  /**
   * Finds the checkout in a directory, or in the folder of the leaderboard below it.
   *
   * @throws UserError if there is none
   */
  public static OfficialCheckout locate(Path given) {
    for (Path candidate : List.of(given, given.resolve("berkeley-function-call-leaderboard"))) {
      if (Files.isDirectory(candidate.resolve(DATA))) {
        return new OfficialCheckout(candidate);
      }
    }
    throw new UserError(
        given
            + " is no checkout of the benchmark: it holds no "
            + DATA
            + "; give the directory that holds bfcl_eval/");
  }

  /**
   * Makes a task directory.
   *
   * @throws UserError naming everything that is missing, or what of the constants is not understood
   */
  public void importTo(Path output) throws IOException {
    List<Path> files = files();
    String constants = constants();
    for (Path file : files) {
      Path target = output.resolve(root.resolve(DATA).relativize(file).toString());
      Files.createDirectories(target.getParent());
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.writeString(output.resolve("long_context.json"), constants, StandardCharsets.UTF_8);
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    Path data = root.resolve(DATA);
    for (String category : CATEGORIES) {
      List<Path> questions = list(data, "BFCL_v*_multi_turn_" + category + ".json");
      if (questions.isEmpty()) {
        missing.add(DATA + "/BFCL_v*_multi_turn_" + category + ".json");
      }
      for (Path question : questions) {
        files.add(question);
        Path answer = data.resolve("possible_answer").resolve(question.getFileName().toString());
        if (Files.exists(answer)) {
          files.add(answer);
        } else {
          missing.add(root.relativize(answer).toString());
        }
      }
    }
    List<Path> documents = list(data.resolve(DOCUMENTS), "*.json");
    if (documents.isEmpty()) {
      missing.add(DATA + "/" + DOCUMENTS + "/*.json");
    }
    files.addAll(documents);
    if (!Files.exists(root.resolve(CONSTANTS))) {
      missing.add(CONSTANTS);
    }
    if (!missing.isEmpty()) {
      throw new UserError(
          root + " lacks " + String.join(", ", missing) + "; complete the checkout");
    }
    return files;
  }

  private static List<Path> list(Path directory, String pattern) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, pattern)) {
        files.forEach(found::add);
      }
    }
    found.sort(null);
    return found;
  }

  private String constants() throws IOException {
    Path module = root.resolve(CONSTANTS);
    try {
      return LongContextJson.write(
          LongContextModule.parse(Files.readString(module, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException notUnderstood) {
      throw new UserError(module + ": " + notUnderstood.getMessage(), notUnderstood);
    }
  }
}
