/** Which episodes are played: batches of groups, with their patches and branches. */
@NullMarked
package org.sealflow.rollout.plan;

import org.jspecify.annotations.NullMarked;
