/**
 * Reading a topic with a time: how far its partitions have come, and when they are at their end.
 */
@NullMarked
package org.sealflow.jobs.input;

import org.jspecify.annotations.NullMarked;
