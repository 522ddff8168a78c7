/**
 * Logs of any agent as episodes of the stream: nobody can execute them, so their diagnosis is what
 * the record itself proves.
 */
@NullMarked
package org.sealflow.review.live;

import org.jspecify.annotations.NullMarked;
