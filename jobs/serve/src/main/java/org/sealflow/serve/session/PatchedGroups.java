package org.sealflow.serve.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.sealflow.environment.ReadyTask;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.Mode;

/**
 * Puts training episodes of one task together into groups. A group has one arm, and the patches
 * that are active when it begins: its episodes differ in nothing that they are shown.
 */
public final class PatchedGroups implements Placements {
  /** Groups that wait for more episodes; the one that has waited longest is given up. */
  private static final int MOST_OPEN = 65_536;

  private final String series;
  private final Settings settings;
  private final Function<String, InterfacePatches> patches;
  private final DoubleSupplier draws;
  private final Map<String, Group> open = new LinkedHashMap<>();
  private long begun;

  /**
   * How groups are formed.
   *
   * @param size episodes of a group, at least 1
   * @param holdoutShare share of the groups that are shown no patch, 0 to 1
   */
  public record Settings(int size, double holdoutShare) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException naming the first setting out of range
     */
    public Settings {
      if (size < 1) {
        throw new IllegalArgumentException("group-size is " + size + ", expected 1 or more");
      }
      if (!(holdoutShare >= 0 && holdoutShare <= 1)) {
        throw new IllegalArgumentException("holdout is " + holdoutShare + ", expected 0 to 1");
      }
    }
  }

  /** A group and how many of its episodes have begun. */
  private static final class Group {
    private final String id;
    private final Arm arm;
    private final InterfacePatches shown;
    private int taken;

    Group(String id, Arm arm, InterfacePatches shown) {
      this.id = id;
      this.arm = arm;
      this.shown = shown;
    }
  }

  /**
   * No groups yet.
   *
   * @param series begins the names of groups, unlike any that the run had before
   * @param patches the patches that are active now in tasks of a category; asked from several
   *     threads
   * @param draws numbers from 0 to below 1, which decide what is held out
   */
  public PatchedGroups(
      String series,
      Settings settings,
      Function<String, InterfacePatches> patches,
      DoubleSupplier draws) {
    this.series = series;
    this.settings = settings;
    this.patches = patches;
    this.draws = draws;
  }

  @Override
  public synchronized Placement of(ReadyTask task, String group) {
    String key = task.id() + "\n" + group;
    Group mine = open.remove(key);
    if (mine == null) {
      mine = begin(task);
    }
    int index = mine.taken++;
    if (mine.taken < settings.size()) {
      open.put(key, mine);
      giveUpOldest();
    }
    return new Placement(
        Mode.TRAIN, mine.arm, mine.shown, new Placement.Sample(mine.id, index, settings.size()));
  }

  private Group begin(ReadyTask task) {
    String id = series + "/" + task.id() + "/g" + begun++;
    boolean heldOut = draws.getAsDouble() < settings.holdoutShare();
    return heldOut
        ? new Group(id, Arm.HOLDOUT, InterfacePatches.NONE)
        : new Group(id, Arm.PATCHED, patches.apply(task.category()));
  }

  private void giveUpOldest() {
    if (open.size() > MOST_OPEN) {
      open.remove(open.keySet().iterator().next());
    }
  }
}
