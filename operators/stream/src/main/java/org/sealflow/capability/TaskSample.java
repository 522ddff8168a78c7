package org.sealflow.capability;

import java.util.List;

/**
 * The part of an episode that the signals of its task need beside the outcome.
 *
 * @param groupId the group its reward is compared in
 * @param groupSize episodes in that group, from 1
 * @param rarePatterns the rare failure patterns it shows, each {@code tool::failure}
 */
public record TaskSample(String groupId, int groupSize, List<String> rarePatterns) {}
