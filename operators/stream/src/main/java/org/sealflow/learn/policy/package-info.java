/**
 * The interface between rollouts and policies: one session per episode, one answer per step.
 * Nothing here knows an engine; embedded, remote and scripted policies implement it.
 */
@NullMarked
package org.sealflow.learn.policy;

import org.jspecify.annotations.NullMarked;
