/** Result files of the benchmark: runs with their tasks, messages and rewards. */
@NullMarked
package org.sealflow.tau.results;

import org.jspecify.annotations.NullMarked;
