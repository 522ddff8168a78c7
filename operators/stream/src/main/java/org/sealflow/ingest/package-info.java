/**
 * Takes records of topics in: decodes and checks them, and makes failures of what cannot be used.
 */
@NullMarked
package org.sealflow.ingest;

import org.jspecify.annotations.NullMarked;
