/** Reports a finished replay: a table for the terminal, JSON for programs, a page to browse. */
@NullMarked
package org.sealflow.jobs.report;

import org.jspecify.annotations.NullMarked;
