/**
 * How exactly diagnosis and repair find faults that are known because they were planted: in
 * episodes that pass, one or two at a time.
 */
@NullMarked
package org.sealflow.jobs.bench.attribution;

import org.jspecify.annotations.NullMarked;
