/**
 * Tasks that follow the weakness: new tasks about what a policy is weak at, proposed by the task
 * generator or by a language model behind an endpoint, each admitted after it was executed or
 * counted with the reason for which it was refused.
 */
@NullMarked
package org.sealflow.synthesize;

import org.jspecify.annotations.NullMarked;
