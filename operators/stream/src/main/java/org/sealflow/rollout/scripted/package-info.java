/**
 * A policy that knows the answers and errs on purpose, for tests and load: what it does wrong, how
 * often, and what it has to be told to do right is a matter of settings and of a seed.
 */
@NullMarked
package org.sealflow.rollout.scripted;

import org.jspecify.annotations.NullMarked;
