/** The tau2-bench environment: the benchmark's folder with its domains, tasks and prompts. */
@NullMarked
package org.sealflow.tau;

import org.jspecify.annotations.NullMarked;
