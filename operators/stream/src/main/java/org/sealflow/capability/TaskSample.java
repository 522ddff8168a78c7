package org.sealflow.capability;

import java.util.List;

/**
 * What the signals of a task need of one of its episodes beside the outcome.
 *
 * @param groupId the group its reward is compared in
 * @param groupSize episodes in that group, from 1
 * @param rarePatterns the rare failure patterns it shows, each {@code tool::failure}
 */
public record TaskSample(String groupId, int groupSize, List<String> rarePatterns) {}
