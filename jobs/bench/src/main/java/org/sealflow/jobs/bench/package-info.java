/**
 * The project's figures, measured on the machine at hand. Each benchmark measures what it claims
 * and what it is compared with in one run, and says how.
 */
@NullMarked
package org.sealflow.jobs.bench;

import org.jspecify.annotations.NullMarked;
