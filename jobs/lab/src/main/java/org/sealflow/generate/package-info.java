/**
 * Authored tasks without end: a seeded generator of tasks in the benchmark's format over all eight
 * simulators and four categories, in our own words. Every task's ground truth is executed before it
 * is handed out.
 */
@NullMarked
package org.sealflow.generate;

import org.jspecify.annotations.NullMarked;
