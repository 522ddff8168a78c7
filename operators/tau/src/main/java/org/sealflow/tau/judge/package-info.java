/** The deterministic parts of the reward. */
@NullMarked
package org.sealflow.tau.judge;

import org.jspecify.annotations.NullMarked;
