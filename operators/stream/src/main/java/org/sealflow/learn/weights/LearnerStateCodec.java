package org.sealflow.learn.weights;

import static java.util.Objects.requireNonNull;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.diagnose.TagCell;
import org.sealflow.diagnose.TagCells;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.learn.algorithm.WeightingState;
import org.sealflow.model.Snapshot;

/**
 * The learner's state as chunks of bytes, bit for bit. Format 1, which is still read, holds the
 * model itself where format 2 says first whether a file holds it.
 */
public final class LearnerStateCodec {
  private static final int FORMAT = 2;
  private static final int MODEL_IN_STATE_FORMAT = 1;
  private static final String WHERE = "the learner's state";

  private LearnerStateCodec() {}

  /** Writes a state in chunks of at most so many bytes. */
  public static List<byte[]> encode(LearnerState state, int chunkBytes) {
    ChunkedOutput chunks = new ChunkedOutput(chunkBytes);
    try (DataOutputStream output = new DataOutputStream(chunks)) {
      output.writeInt(FORMAT);
      output.writeLong(state.version());
      cells(state.weighting().total(), output);
      cells(state.weighting().window(), output);
      weights(state.weighting().smoothed(), output);
      weights(state.weighting().inForce(), output);
      model(state.model(), output);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return chunks.chunks();
  }

  private static void cells(TagCells cells, DataOutputStream output) throws IOException {
    table(cells.categories(), output);
    table(cells.tags(), output);
    table(cells.categoryTags(), output);
    table(cells.turnPositions(), output);
  }

  private static void table(Map<String, TagCell> table, DataOutputStream output)
      throws IOException {
    output.writeInt(table.size());
    for (Map.Entry<String, TagCell> entry : table.entrySet()) {
      output.writeUTF(entry.getKey());
      output.writeLong(entry.getValue().count());
      output.writeLong(entry.getValue().successes());
      output.writeDouble(entry.getValue().rewardSum());
      output.writeLong(entry.getValue().partialCount());
    }
  }

  private static void weights(TagWeights weights, DataOutputStream output) throws IOException {
    output.writeInt(weights.byTag().size());
    for (Map.Entry<String, Double> entry : weights.byTag().entrySet()) {
      output.writeUTF(entry.getKey());
      output.writeDouble(entry.getValue());
    }
  }

  private static void model(KeptSnapshot model, DataOutputStream output) throws IOException {
    StoredSnapshot file = model.inFile();
    output.writeBoolean(file != null);
    if (file == null) {
      requireNonNull(model.inState()).writeTo(output);
    } else {
      output.writeUTF(file.uri());
      output.writeUTF(file.digest());
      output.writeLong(file.bytes());
    }
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws IllegalStateException if the chunks are of another form
   */
  public static LearnerState decode(List<byte[]> chunks) {
    try (DataInputStream input = new DataInputStream(ChunkedOutput.read(chunks))) {
      int format = input.readInt();
      if (format < MODEL_IN_STATE_FORMAT || format > FORMAT) {
        throw new IllegalStateException(
            "%s has format %d, expected %d to %d; restore it with the release that wrote it"
                .formatted(WHERE, format, MODEL_IN_STATE_FORMAT, FORMAT));
      }
      long version = input.readLong();
      TagCells total = cells(input);
      TagCells window = cells(input);
      TagWeights smoothed = weights(input);
      TagWeights inForce = weights(input);
      return new LearnerState(
          version, new WeightingState(total, window, smoothed, inForce), model(format, input));
    } catch (IOException broken) {
      throw new IllegalStateException(
          WHERE + " breaks off; restore from an earlier checkpoint", broken);
    }
  }

  private static KeptSnapshot model(int format, DataInputStream input) throws IOException {
    if (format == MODEL_IN_STATE_FORMAT || !input.readBoolean()) {
      return KeptSnapshot.of(Snapshot.readFrom(input, WHERE));
    }
    return KeptSnapshot.of(new StoredSnapshot(input.readUTF(), input.readUTF(), input.readLong()));
  }

  private static TagCells cells(DataInputStream input) throws IOException {
    return new TagCells(table(input), table(input), table(input), table(input));
  }

  private static Map<String, TagCell> table(DataInputStream input) throws IOException {
    Map<String, TagCell> table = new TreeMap<>();
    int size = input.readInt();
    for (int i = 0; i < size; i++) {
      String name = input.readUTF();
      table.put(
          name,
          new TagCell(input.readLong(), input.readLong(), input.readDouble(), input.readLong()));
    }
    return table;
  }

  private static TagWeights weights(DataInputStream input) throws IOException {
    Map<String, Double> weights = new TreeMap<>();
    int size = input.readInt();
    for (int i = 0; i < size; i++) {
      weights.put(input.readUTF(), input.readDouble());
    }
    return new TagWeights(weights);
  }
}
