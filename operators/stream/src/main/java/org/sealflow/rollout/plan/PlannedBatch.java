package org.sealflow.rollout.plan;

import java.util.List;
import java.util.Map;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.schemas.BatchManifest;

/**
 * A batch: what is announced, and the requests that play it.
 *
 * @param manifest the announcement
 * @param requests one per episode, group by group
 * @param shown by digest, the patch sets that its groups are shown
 */
record PlannedBatch(
    BatchManifest manifest, List<EpisodeRequest> requests, Map<String, PatchSet> shown) {}
