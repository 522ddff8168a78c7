/**
 * Which episodes a training step consumes: pure functions of what was planned and of what arrived,
 * never of the order in which it did.
 */
@NullMarked
package org.sealflow.learn.batch;

import org.jspecify.annotations.NullMarked;
