package org.sealflow.learn;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The answers of {@code torch/oracle.py}, an implementation in PyTorch that shares no code. */
public enum TestingTorch {
  /** Those stored beside it. */
  STORED {
    @Override
    public JsonNode answers() throws IOException {
      try (InputStream file = TestingTorch.class.getResourceAsStream("torch/oracle.json")) {
        return JSON.readTree(file);
      }
    }
  },
  /** Those it gives now, where a Python with PyTorch is installed. */
  COMPUTED {
    @Override
    public JsonNode answers() throws IOException, InterruptedException {
      String python = python();
      assumeTrue(python != null, "skipped: no Python with PyTorch is installed (python3-torch)");
      Process process =
          new ProcessBuilder(python, "-").redirectError(ProcessBuilder.Redirect.INHERIT).start();
      try (InputStream script = TestingTorch.class.getResourceAsStream("torch/oracle.py");
          var input = process.getOutputStream()) {
        script.transferTo(input);
      }
      try (InputStream output = process.getInputStream()) {
        return JSON.readTree(output.readAllBytes());
      }
    }
  };

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The Python of Debian's packages is tried too where another one comes first on the path. */
  private static final List<String> PYTHONS = List.of("python3", "/usr/bin/python3");

  /** All answers. */
  public abstract JsonNode answers() throws IOException, InterruptedException;

  private static String python() throws InterruptedException {
    for (String python : PYTHONS) {
      if (hasPyTorch(python)) {
        return python;
      }
    }
    return null;
  }

  private static boolean hasPyTorch(String python) throws InterruptedException {
    try {
      return new ProcessBuilder(python, "-c", "import torch")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  /** Values of an array of numbers. */
  public static double[] doubles(JsonNode array) {
    double[] values = new double[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(i).doubleValue();
    }
    return values;
  }

  /** The settings of an objective, by the keys they are parsed from. */
  public static Map<String, String> settings(JsonNode object) {
    Map<String, String> settings = new HashMap<>();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      JsonNode value = field.getValue();
      settings.put("objective." + field.getKey(), value.isNull() ? "off" : value.asText());
    }
    return settings;
  }

  /** The numbers that the oracle draws its inputs from: a linear congruential generator. */
  public static final class Draws {
    private long state;

    /** Numbers of a seed. */
    public Draws(long seed) {
      state = seed;
    }

    /** A whole number from 0 to below the bound. */
    public int whole(int bound) {
      state = Math.floorMod(1103515245L * state + 12345, 1L << 31);
      return (int) (((state >> 15) * bound) >> 16);
    }

    /** Numbers around a centre, on a grid that single precision holds exactly. */
    public float[] reals(int count, double centre, double spread) {
      float[] values = new float[count];
      for (int i = 0; i < count; i++) {
        values[i] = (float) (centre + (whole(65536) - 32768) / 32768.0 * spread);
      }
      return values;
    }

    /** Whole numbers from 0 to below the bound. */
    public int[] wholes(int count, int bound) {
      List<Integer> values = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        values.add(whole(bound));
      }
      return values.stream().mapToInt(Integer::intValue).toArray();
    }
  }
}
