package org.sealflow.jobs.cli.replay.file;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.jobs.export.diagnosis.DiagnosedTrajectory;
import org.sealflow.jobs.export.diagnosis.DiagnosisFormat;
import org.sealflow.jobs.export.diagnosis.DiagnosisForms;

/** The files of an export, which appear under their names when all of them are complete. */
public final class DiagnosisFiles implements AutoCloseable {
  private final DiagnosisForms forms;
  private final Map<String, LineFile> open = new LinkedHashMap<>();
  private final Map<String, Path> paths = new LinkedHashMap<>();
  private final Map<Path, Long> lines = new LinkedHashMap<>();
  private long trajectories;

  private DiagnosisFiles(DiagnosisForms forms) {
    this.forms = forms;
  }

  /**
   * Opens the files of a format.
   *
   * @throws org.sealflow.jobs.settings.UserError if one cannot be written
   */
  public static DiagnosisFiles open(Path directory, DiagnosisFormat format, Instant now) {
    DiagnosisFiles files = new DiagnosisFiles(new DiagnosisForms(format, now));
    for (String name : DiagnosisForms.files(format)) {
      Path path = directory.resolve(name);
      files.open.put(name, LineFile.open(path));
      files.paths.put(name, path);
      files.lines.put(path, 0L);
    }
    return files;
  }

  public void write(DiagnosedTrajectory trajectory) throws IOException {
    trajectories++;
    write(forms.add(trajectory));
  }

  private void write(List<DiagnosisForms.Line> ready) throws IOException {
    for (DiagnosisForms.Line line : ready) {
      LineFile file = open.get(line.file());
      Path path = paths.get(line.file());
      if (file == null || path == null) {
        throw new IllegalStateException("no file " + line.file());
      }
      file.write(line.text());
      lines.merge(path, 1L, Long::sum);
    }
  }

  /** Everything was written. */
  public void complete() throws IOException {
    write(forms.end());
    open.values().forEach(LineFile::complete);
  }

  /** How many trajectories were written. */
  public long trajectories() {
    return trajectories;
  }

  /** The lines of each file. */
  public Map<Path, Long> lines() {
    return lines;
  }

  /** One line for each kind of content that the format has no place for. */
  public List<String> losses() {
    return forms.losses();
  }

  @Override
  public void close() throws IOException {
    for (LineFile file : open.values()) {
      file.close();
    }
  }
}
