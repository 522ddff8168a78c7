package org.sealflow.rollout.patch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.python.call.error.ErrorFamily;
import org.sealflow.python.call.error.ErrorResult;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.EnvironmentPatch;
import org.sealflow.schemas.PatchEvidence;
import org.sealflow.schemas.PatchLayer;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.digest.Sha256;

/**
 * The patches that the episodes of one category are shown: the active ones of the category and of
 * all, of their run. Where two say the same it is said once; what the category's says counts first.
 * Immutable.
 */
public final class PatchSet implements Presentation {
  /** Most guidelines in a prompt, as in SEAL. */
  private static final int MAX_GUIDELINES = 3;

  private static final String HEADING = "Guidelines:";
  private static final String ABOUT_CUES =
      "Give every argument marked [required] or !, use allowed values exactly as listed, and call"
          + " no tool that is not listed.";

  /** Nothing but the plain interface. */
  public static final PatchSet EMPTY = new PatchSet(List.of());

  private final List<EnvironmentPatch> patches;
  private final List<String> keys;
  private final String digest;
  private final ToolCues cues;
  private final ToolHints recovery;
  private final List<String> guidelines;

  private PatchSet(List<EnvironmentPatch> active) {
    List<EnvironmentPatch> shown = new ArrayList<>();
    List<EnvironmentPatch> cuePatches = ofLayer(active, PatchLayer.SCHEMA_CUE);
    List<EnvironmentPatch> recoveryPatches = ofLayer(active, PatchLayer.RECOVERY_FEEDBACK);
    Set<String> lines = strongest(ofLayer(active, PatchLayer.CAPABILITY_HINT));
    shown.addAll(cuePatches);
    shown.addAll(recoveryPatches);
    for (EnvironmentPatch hint : ofLayer(active, PatchLayer.CAPABILITY_HINT)) {
      if (lines.contains(hint.getContent().getGuideline())) {
        shown.add(hint);
      }
    }
    this.cues = new ToolCues(cuePatches);
    this.recovery = new ToolHints(recoveryPatches);
    this.guidelines = paragraphs(lines);
    this.patches = List.copyOf(shown);
    this.keys = shown.stream().map(PatchRecords::key).sorted().toList();
    this.digest = digest(shown);
  }

  /**
   * The set of a category.
   *
   * @param category the category of the task
   * @param newest the newest record of each patch of one run, in any order; retired ones and those
   *     of other categories are left out
   */
  public static PatchSet of(String category, Collection<EnvironmentPatch> newest) {
    List<EnvironmentPatch> active = new ArrayList<>();
    for (EnvironmentPatch patch : newest) {
      boolean here =
          patch.getCategory().equals(category) || patch.getCategory().equals(Capabilities.ALL);
      if (here && patch.getState() == PatchState.ACTIVE) {
        active.add(patch);
      }
    }
    active.sort(
        Comparator.<EnvironmentPatch, Boolean>comparing(
                patch -> patch.getCategory().equals(Capabilities.ALL))
            .thenComparing(PatchRecords::key));
    return new PatchSet(active);
  }

  /** A set of given patches, all of which are shown. */
  public static PatchSet of(List<EnvironmentPatch> shown) {
    return new PatchSet(shown);
  }

  private static List<EnvironmentPatch> ofLayer(List<EnvironmentPatch> patches, PatchLayer layer) {
    return patches.stream().filter(patch -> patch.getLayer() == layer).toList();
  }

  /** The lines of the strongest hints: by prevalence × (1 − reward mean), then as given. */
  private static Set<String> strongest(List<EnvironmentPatch> hints) {
    List<EnvironmentPatch> sorted = new ArrayList<>(hints);
    sorted.sort(Comparator.comparingDouble(PatchSet::score).reversed());
    Set<String> lines = new LinkedHashSet<>();
    for (EnvironmentPatch hint : sorted) {
      String line = hint.getContent().getGuideline();
      if (line != null && lines.size() < MAX_GUIDELINES) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static double score(EnvironmentPatch patch) {
    PatchEvidence evidence = patch.getEvidence();
    return evidence.getPrevalence() * (1 - evidence.getRewardMean());
  }

  private List<String> paragraphs(Set<String> lines) {
    List<String> paragraphs = new ArrayList<>();
    if (!cues.isEmpty()) {
      paragraphs.add(ABOUT_CUES);
    }
    if (!lines.isEmpty()) {
      StringBuilder list = new StringBuilder(HEADING);
      lines.forEach(line -> list.append("\n- ").append(line));
      paragraphs.add(list.toString());
    }
    return List.copyOf(paragraphs);
  }

  /** Of what is shown where, so that sets that show the same have the same digest. */
  private static String digest(List<EnvironmentPatch> shown) {
    Set<String> parts = new TreeSet<>();
    for (EnvironmentPatch patch : shown) {
      String tool = patch.getTool() == null ? Capabilities.ALL : patch.getTool();
      parts.add(String.join("/", tool, patch.getLayer().name(), patch.getContentDigest()));
    }
    return Sha256.hex(String.join("\n", parts));
  }

  /** Whether nothing is shown. */
  public boolean isEmpty() {
    return keys.isEmpty();
  }

  /** The patches shown. */
  public List<EnvironmentPatch> patches() {
    return patches;
  }

  /** Keys of the patches shown, sorted. */
  public List<String> keys() {
    return keys;
  }

  /**
   * SHA-256 over tool, layer and content digest of what is shown, as 64 lower-case hex digits;
   * neither the order in which patches came nor their run counts.
   */
  public String digest() {
    return digest;
  }

  @Override
  public ToolDoc present(ToolDoc tool) {
    return cues.present(tool);
  }

  @Override
  public List<String> guidelines() {
    return guidelines;
  }

  @Override
  public Optional<String> hintAfter(String tool, String call, String result) {
    return ErrorResult.of(call, result)
        .flatMap(
            error ->
                recovery
                    .hint(tool, error.family().name())
                    .map(hint -> RecoveryHints.render(hint, error, tool)));
  }

  @Override
  public Optional<String> hintAfterParseError(String error, List<String> tools) {
    return recovery
        .hint(ErrorFamily.MALFORMED_CALL.name())
        .map(hint -> RecoveryHints.renderAfterParseError(hint, tools));
  }
}
