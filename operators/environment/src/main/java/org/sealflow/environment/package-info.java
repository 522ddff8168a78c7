/**
 * The interface of environments. An environment makes tasks ready, opens worlds for them, shows
 * tools, executes calls, says who speaks next and judges episodes. The stream, the rollouts and the
 * patches know these types alone; {@link org.sealflow.environment.Environments} finds the
 * implementations by name.
 */
@NullMarked
package org.sealflow.environment;

import org.jspecify.annotations.NullMarked;
