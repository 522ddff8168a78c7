/**
 * Searches for the smallest change to a failed episode's calls that makes it pass, by executing it
 * again. What it finds may hold ground-truth values and is never shown to a policy. Knows no Flink.
 */
@NullMarked
package org.sealflow.diagnose.repair;

import org.jspecify.annotations.NullMarked;
