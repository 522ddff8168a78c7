/** Commands that make tasks. */
@NullMarked
package org.sealflow.jobs.cli.task;

import org.jspecify.annotations.NullMarked;
