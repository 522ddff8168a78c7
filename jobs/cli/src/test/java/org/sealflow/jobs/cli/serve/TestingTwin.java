package org.sealflow.jobs.cli.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.files.BfclEnvironment;
import org.sealflow.environment.Environment;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskMaterial;

/** A second environment: the tasks of the directory that is named in the file {@code twin}. */
public final class TestingTwin implements Environment {
  private static final String FILE = "twin";

  private final Environment model = new BfclEnvironment();

  /** Makes a directory that it recognises. */
  static Path of(Path tasks, Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(FILE), tasks.toString());
    return directory;
  }

  @Override
  public String name() {
    return FILE;
  }

  @Override
  public ReadyTask ready(TaskMaterial material) {
    return model.ready(material);
  }

  @Override
  public @Nullable Set<String> parameters(String tool) {
    return null;
  }

  @Override
  public boolean recognises(Path directory) {
    return Files.isRegularFile(directory.resolve(FILE));
  }

  @Override
  public TaskFolder read(Path directory) throws IOException {
    return model.read(Path.of(Files.readString(directory.resolve(FILE))));
  }
}
