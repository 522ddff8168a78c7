/** The count of episodes and records that must balance. */
@NullMarked
package org.sealflow.ledger;

import org.jspecify.annotations.NullMarked;
