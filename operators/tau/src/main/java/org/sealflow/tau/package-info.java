/** The tau2-bench environment: the benchmark's folder and the domains in it. */
@NullMarked
package org.sealflow.tau;

import org.jspecify.annotations.NullMarked;
