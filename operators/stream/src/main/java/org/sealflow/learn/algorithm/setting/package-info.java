/** Reads the settings of the learner. */
@NullMarked
package org.sealflow.learn.algorithm.setting;

import org.jspecify.annotations.NullMarked;
