package org.sealflow.capability;

import java.util.Map;
import org.sealflow.diagnose.TagCell;

/**
 * What the run as a whole needs of some of its episodes: those of one version and batch that ended
 * in one subtask within a moment, summed.
 *
 * @param runId the run
 * @param policyVersion highest version among their steps, from 0; negative if they name none
 * @param batchNumber the batch they are of, from 0; negative if they are of none
 * @param tags cells by tag of those that count
 * @param patterns how often those that count show a failure pattern, by pattern, from 1
 * @param ended how many have ended by id of their group, from 1; empty if they are of no batch
 */
public record RunTally(
    String runId,
    long policyVersion,
    long batchNumber,
    Map<String, TagCell> tags,
    Map<String, Long> patterns,
    Map<String, Integer> ended) {}
