package org.sealflow.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.file.SafeTensors;

/**
 * The state of training: enough to go on bit for bit.
 *
 * @param steps optimizer steps applied
 * @param weights what is trained
 * @param firstMoments mean of the gradients, of each weight
 * @param secondMoments mean of their squares, of each weight
 */
public record Snapshot(
    long steps,
    List<HostTensor> weights,
    List<HostTensor> firstMoments,
    List<HostTensor> secondMoments) {
  private static final String STEPS = "steps";
  private static final String FORMAT = "format";
  private static final String FORMAT_NAME = "sealflow-snapshot-1";
  private static final List<String> PARTS = List.of("weight/", "first-moment/", "second-moment/");

  /** Copies the lists. */
  public Snapshot {
    weights = List.copyOf(weights);
    firstMoments = List.copyOf(firstMoments);
    secondMoments = List.copyOf(secondMoments);
  }

  /** Writes the snapshot as one safetensors file; the stream stays open. */
  public void writeTo(OutputStream stream) throws IOException {
    List<HostTensor> tensors = new ArrayList<>();
    List<List<HostTensor>> parts = List.of(weights, firstMoments, secondMoments);
    for (int i = 0; i < PARTS.size(); i++) {
      String prefix = PARTS.get(i);
      tensors.addAll(renamed(parts.get(i), name -> prefix + name));
    }
    Map<String, String> metadata = Map.of(FORMAT, FORMAT_NAME, STEPS, Long.toString(steps));
    SafeTensors.write(stream, tensors, metadata);
  }

  /**
   * Reads what {@link #writeTo} wrote; the stream stays open, after the last byte of it.
   *
   * @param where names the source in errors
   * @throws ModelDirectoryException if the bytes are no snapshot
   */
  public static Snapshot readFrom(InputStream stream, String where) throws IOException {
    SafeTensors.Content content = SafeTensors.read(stream, where);
    String steps = content.metadata().getOrDefault(STEPS, "");
    if (!FORMAT_NAME.equals(content.metadata().get(FORMAT)) || !steps.matches("\\d{1,18}")) {
      throw new ModelDirectoryException(where + " is no snapshot of a learner");
    }
    List<List<HostTensor>> parts = new ArrayList<>();
    for (String prefix : PARTS) {
      List<HostTensor> part =
          content.tensors().stream().filter(tensor -> tensor.name().startsWith(prefix)).toList();
      parts.add(renamed(part, name -> name.substring(prefix.length())));
    }
    return new Snapshot(Long.parseLong(steps), parts.get(0), parts.get(1), parts.get(2));
  }

  private static List<HostTensor> renamed(
      List<HostTensor> tensors, Function<String, String> naming) {
    List<HostTensor> renamed = new ArrayList<>();
    for (HostTensor tensor : tensors) {
      renamed.add(new HostTensor(naming.apply(tensor.name()), tensor.shape(), tensor.values()));
    }
    return renamed;
  }
}
