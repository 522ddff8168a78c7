/** Tasks and the folder layout of the benchmark. */
@NullMarked
package org.sealflow.tau.task;

import org.jspecify.annotations.NullMarked;
