/**
 * What diagnosis without a reference finds, beside what diagnosis with one finds in the same
 * recordings, and how fast it reads.
 */
@NullMarked
package org.sealflow.jobs.bench.review;

import org.jspecify.annotations.NullMarked;
