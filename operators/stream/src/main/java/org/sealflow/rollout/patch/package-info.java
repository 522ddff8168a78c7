/**
 * How patches show: as words beside arguments, as hints after errors, as guidelines in the system
 * prompt. Pure: what is shown depends on the records of the patches and on nothing else.
 */
@NullMarked
package org.sealflow.rollout.patch;

import org.jspecify.annotations.NullMarked;
