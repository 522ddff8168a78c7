/** The digest by which texts, files and records are known. */
@NullMarked
package org.sealflow.schemas.digest;

import org.jspecify.annotations.NullMarked;
