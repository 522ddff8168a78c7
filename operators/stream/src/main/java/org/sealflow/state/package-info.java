/**
 * Operator state in forms that are cheap to write: a checkpoint of records that seldom change costs
 * a copy of their bytes.
 */
@NullMarked
package org.sealflow.state;

import org.jspecify.annotations.NullMarked;
