/** Options that commands share. */
@NullMarked
package org.sealflow.jobs.cli.option;

import org.jspecify.annotations.NullMarked;
