/** Settled batches in the forms that trainers elsewhere read. */
@NullMarked
package org.sealflow.jobs.export;

import org.jspecify.annotations.NullMarked;
