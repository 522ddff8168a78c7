/**
 * Reads tasks from the benchmark's files and records. The one part of this module that reads files.
 */
@NullMarked
package org.sealflow.bfcl.files;

import org.jspecify.annotations.NullMarked;
