package org.sealflow.jobs.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.flink.api.common.operators.SlotSharingGroup;
import org.apache.flink.configuration.MemorySize;

/**
 * The resources of the learner's slot. The engine's memory lies outside the heap, so that a
 * TaskManager must be told of it, or it promises the same memory twice.
 *
 * @param cpuCores cores, above 0
 * @param heap heap of the tasks, which holds episodes that wait and host copies of the weights
 * @param offHeap memory of the engine: weights, gradients, moments, activations
 */
public record LearnerSlot(double cpuCores, MemorySize heap, MemorySize offHeap) {
  /** The form {@link #parse} takes. */
  public static final String FORM = "cpu=2,heap=1g,off-heap=8g";

  private static final Set<String> PARTS = Set.of("cpu", "heap", "off-heap");
  private static final Pattern SEPARATOR = Pattern.compile(",");

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is not above 0
   */
  public LearnerSlot {
    boolean cores = cpuCores > 0 && Double.isFinite(cpuCores);
    if (!cores || heap.getBytes() <= 0 || offHeap.getBytes() <= 0) {
      throw new IllegalArgumentException(
          "a slot of %s cores, heap %s and off-heap %s, expected more than 0 of each"
              .formatted(cpuCores, heap.toHumanReadableString(), offHeap.toHumanReadableString()));
    }
  }

  /**
   * Reads a slot such as {@link #FORM}.
   *
   * @throws IllegalArgumentException one line, where it is none
   */
  public static LearnerSlot parse(String text) {
    Map<String, String> parts = new LinkedHashMap<>();
    SEPARATOR
        .splitAsStream(text)
        .forEach(
            part -> {
              int equals = part.indexOf('=');
              parts.put(part.substring(0, Math.max(0, equals)), part.substring(equals + 1));
            });
    if (!parts.keySet().equals(PARTS)) {
      throw new IllegalArgumentException(problem(text));
    }
    try {
      return new LearnerSlot(
          Double.parseDouble(parts.getOrDefault("cpu", "")),
          MemorySize.parse(parts.getOrDefault("heap", "")),
          MemorySize.parse(parts.getOrDefault("off-heap", "")));
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(problem(text), malformed);
    }
  }

  private static String problem(String text) {
    return "'" + text + "' is no slot, expected one such as " + FORM;
  }

  /** The group with these resources. */
  public SlotSharingGroup group(String name) {
    return SlotSharingGroup.newBuilder(name)
        .setCpuCores(cpuCores)
        .setTaskHeapMemory(heap)
        .setTaskOffHeapMemory(offHeap)
        .build();
  }
}
