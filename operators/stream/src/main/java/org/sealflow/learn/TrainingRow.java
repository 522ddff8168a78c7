package org.sealflow.learn;

import org.sealflow.learn.sample.TrainingSequence;

/**
 * A sequence and the advantage each of its tokens carries.
 *
 * @param sequence the tokens
 * @param advantages shape [T]
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TrainingRow(TrainingSequence sequence, float[] advantages) {}
