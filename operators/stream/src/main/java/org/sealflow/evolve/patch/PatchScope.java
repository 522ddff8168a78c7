package org.sealflow.evolve.patch;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.PyStrings;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.Capability;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchRecords;

/**
 * The scope of a patch: the place it is shown in and the weakness it answers.
 *
 * @param category the category it is shown in, or {@code *}
 * @param tool the tool it is about; null for hints, and for recovery from calls of unknown tools
 * @param layer where it shows
 * @param kind {@code TOOL_FAILURE}, or {@code CATEGORY_TAG} for hints from SEAL's tags
 * @param name {@code tool::failure}, or the tag
 */
public record PatchScope(
    String category, @Nullable String tool, PatchLayer layer, CapabilityKind kind, String name) {
  /** Tool, layer, kind and name, behind the category. */
  private static final int PARTS_BEHIND_CATEGORY = 4;

  /** The scope that a patch's record says. */
  public static PatchScope of(EnvironmentPatch patch) {
    Capability capability = patch.getCapability();
    return new PatchScope(
        patch.getCategory(),
        patch.getTool(),
        patch.getLayer(),
        capability.getKind(),
        capability.getName());
  }

  /** A patch that answers a failure. */
  public static PatchScope ofFailure(
      String category, String tool, PatchLayer layer, String failure) {
    boolean named = !tool.equals(Capabilities.ALL) && !tool.equals(Capabilities.OTHER);
    return new PatchScope(
        category,
        named ? tool : null,
        layer,
        CapabilityKind.TOOL_FAILURE,
        Capabilities.name(tool, failure));
  }

  /** A hint that answers a tag. */
  public static PatchScope ofTag(String category, String tag) {
    return new PatchScope(
        category, null, PatchLayer.CAPABILITY_HINT, CapabilityKind.CATEGORY_TAG, tag);
  }

  /**
   * The patch of a key; empty if the key is none that evolution issues. It is read from its end: a
   * category may hold slashes.
   */
  public static Optional<PatchScope> parse(String key) {
    List<String> parts = PyStrings.split(key, "/");
    int tool = parts.size() - PARTS_BEHIND_CATEGORY;
    if (tool < 1) {
      return Optional.empty();
    }
    Optional<PatchLayer> layer = named(PatchLayer.values(), parts.get(tool + 1));
    Optional<CapabilityKind> kind = named(CapabilityKind.values(), parts.get(tool + 2));
    if (layer.isEmpty() || kind.isEmpty()) {
      return Optional.empty();
    }
    PatchScope scope =
        new PatchScope(
            String.join("/", parts.subList(0, tool)),
            parts.get(tool).equals(Capabilities.ALL) ? null : parts.get(tool),
            layer.get(),
            kind.get(),
            parts.get(tool + 3));
    return Optional.of(scope).filter(PatchScope::isIssued);
  }

  private static <E extends Enum<E>> Optional<E> named(E[] values, String name) {
    return Arrays.stream(values).filter(value -> value.name().equals(name)).findFirst();
  }

  private boolean isIssued() {
    PatchScope own =
        switch (kind) {
          case TOOL_FAILURE -> ofFailure(category, blamedTool(), layer, failure());
          case CATEGORY_TAG -> ofTag(category, name);
          case TASK, CATEGORY, TAG, TURN_POSITION_TAG, TOOL, TOOL_ARGUMENT -> null;
        };
    return equals(own);
  }

  /** The tool the failure is counted under: {@code *} for hints, {@code other} for unknown ones. */
  public String blamedTool() {
    return Capabilities.left(name);
  }

  /** The name of the failure; empty for a tag. */
  String failure() {
    return Capabilities.right(name);
  }

  /** Whether every episode of its category is one it can matter to. */
  public boolean concernsAll() {
    return layer == PatchLayer.CAPABILITY_HINT;
  }

  public String key() {
    return PatchRecords.key(category, tool, layer, capability());
  }

  public Capability capability() {
    return new Capability(kind, category, name);
  }
}
