/** The environment server under load: how long steps take, and what a session weighs in memory. */
@NullMarked
package org.sealflow.jobs.bench.serving;

import org.jspecify.annotations.NullMarked;
