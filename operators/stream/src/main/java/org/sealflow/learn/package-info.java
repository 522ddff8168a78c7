/**
 * The learner: step k trains the policy on batch k and makes version k + 1 of it. {@link
 * org.sealflow.learn.operator.LearnOperator} owns what Flink gives, {@link
 * org.sealflow.learn.operator.Trainer} the policy and its thread's work, {@link
 * org.sealflow.learn.step.Learner} the order of one step.
 *
 * <p>Shapes in comments: T tokens of a sequence.
 */
@NullMarked
package org.sealflow.learn;

import org.jspecify.annotations.NullMarked;
