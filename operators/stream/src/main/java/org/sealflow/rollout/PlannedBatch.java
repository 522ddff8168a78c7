package org.sealflow.rollout;

import java.util.List;
import org.sealflow.schemas.BatchManifest;

/**
 * A batch: what is announced, and the requests that play it.
 *
 * @param manifest the announcement
 * @param requests one per episode, group by group
 */
record PlannedBatch(BatchManifest manifest, List<EpisodeRequest> requests) {}
