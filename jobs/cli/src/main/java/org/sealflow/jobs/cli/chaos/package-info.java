/** The command that plays faults to a whole system. */
@NullMarked
package org.sealflow.jobs.cli.chaos;

import org.jspecify.annotations.NullMarked;
