/** Intervals of proportions and of their differences. */
@NullMarked
package org.sealflow.statistics;

import org.jspecify.annotations.NullMarked;
