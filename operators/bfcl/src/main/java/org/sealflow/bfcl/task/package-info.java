/**
 * The benchmark's data: tasks, tool documentation, long-context constants, and how they are read.
 */
@NullMarked
package org.sealflow.bfcl.task;

import org.jspecify.annotations.NullMarked;
