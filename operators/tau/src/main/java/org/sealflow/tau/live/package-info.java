/**
 * tau2-bench as an environment of the stream: tasks as records, recorded conversations as events,
 * and the facts of an episode that is verified at its end.
 */
@NullMarked
package org.sealflow.tau.live;

import org.jspecify.annotations.NullMarked;
