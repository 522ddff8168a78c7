/** Recorded episodes in, results in the benchmark's form out. */
@NullMarked
package org.sealflow.tau.replay;

import org.jspecify.annotations.NullMarked;
