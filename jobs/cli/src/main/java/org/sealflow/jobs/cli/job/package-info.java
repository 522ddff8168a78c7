/** Commands that run jobs and watch them. */
@NullMarked
package org.sealflow.jobs.cli.job;

import org.jspecify.annotations.NullMarked;
