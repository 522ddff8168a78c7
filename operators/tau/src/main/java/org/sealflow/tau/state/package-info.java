/** Databases of records: shapes with value checks, tables that are copied on write, digests. */
@NullMarked
package org.sealflow.tau.state;

import org.jspecify.annotations.NullMarked;
