/**
 * Diagnosis of failed conversations: which calls and texts made the reward fail, who made them, and
 * where it began. Every finding is proved by executing the conversation again without it.
 */
@NullMarked
package org.sealflow.tau.diagnose;

import org.jspecify.annotations.NullMarked;
