package org.sealflow.learn.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Deals feedback to episodes of other groups: a control. As many turns are told something as
 * before, unless more than half of the episodes with feedback are of one group; what they are told
 * is about another task, so no value of the task's own ground truth can reach it.
 */
public final class FeedbackDeal {
  private record Place(int group, int episode) {}

  private FeedbackDeal() {}

  /**
   * Deals the feedback of a batch anew.
   *
   * @param groups [group][episode] the feedback of its turns, in an order that does not depend on
   *     arrival
   * @param seed seed of the run
   * @param step number of the batch, so that every batch is dealt differently
   * @return the same places; each episode's turns with texts of one other episode, or nothing if
   *     there is none of another group
   */
  public static List<List<List<TurnFeedback>>> of(
      List<List<List<TurnFeedback>>> groups, long seed, long step) {
    List<List<List<TurnFeedback>>> dealt = new ArrayList<>();
    groups.forEach(
        group -> dealt.add(new ArrayList<>(group.stream().map(own -> noFeedback()).toList())));
    List<Place> places = places(groups, LabelPermutation.random(seed, step));
    int shift = largestGroup(places);
    for (int i = 0; i < places.size(); i++) {
      Place to = places.get(i);
      // Groups stand together, so a shift by the largest of them leads out of every one.
      Place from = places.get((i + shift) % places.size());
      if (from.group() != to.group()) {
        dealt.get(to.group()).set(to.episode(), told(feedback(groups, to), feedback(groups, from)));
      }
    }
    return dealt;
  }

  private static List<TurnFeedback> noFeedback() {
    return List.of();
  }

  /** The episodes with feedback: groups in a random order, and in each the episodes. */
  private static List<Place> places(
      List<List<List<TurnFeedback>>> groups, SplittableRandom random) {
    List<List<Place>> byGroup = new ArrayList<>();
    for (int group = 0; group < groups.size(); group++) {
      List<Place> own = new ArrayList<>();
      for (int episode = 0; episode < groups.get(group).size(); episode++) {
        if (!groups.get(group).get(episode).isEmpty()) {
          own.add(new Place(group, episode));
        }
      }
      byGroup.add(LabelPermutation.permute(own, random));
    }
    return LabelPermutation.permute(byGroup, random).stream().flatMap(List::stream).toList();
  }

  private static int largestGroup(List<Place> places) {
    int[] sizes = new int[places.stream().mapToInt(Place::group).max().orElse(-1) + 1];
    int largest = 0;
    for (Place place : places) {
      sizes[place.group()]++;
      largest = Math.max(largest, sizes[place.group()]);
    }
    return largest;
  }

  private static List<TurnFeedback> feedback(List<List<List<TurnFeedback>>> groups, Place place) {
    return groups.get(place.group()).get(place.episode());
  }

  private static List<TurnFeedback> told(List<TurnFeedback> own, List<TurnFeedback> other) {
    List<TurnFeedback> told = new ArrayList<>();
    for (TurnFeedback one : own) {
      told.add(new TurnFeedback(one.turn(), other.get(told.size() % other.size()).text()));
    }
    return told;
  }
}
