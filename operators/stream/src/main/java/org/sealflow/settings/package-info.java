/** Reads settings into typed records and reports everything that is wrong with them at once. */
@NullMarked
package org.sealflow.settings;

import org.jspecify.annotations.NullMarked;
