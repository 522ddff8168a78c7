/** How the benchmark's tasks are played: its worlds, and its ground truth written as answers. */
@NullMarked
package org.sealflow.bfcl.conversation;

import org.jspecify.annotations.NullMarked;
