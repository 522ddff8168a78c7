/** The command that checks a machine and a broker. */
@NullMarked
package org.sealflow.jobs.cli.doctor;

import org.jspecify.annotations.NullMarked;
