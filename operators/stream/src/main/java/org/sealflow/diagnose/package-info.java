/**
 * Judges verified turns: what went wrong, with which evidence, where it began. Pure functions on
 * the facts of {@code verify}; {@code DiagnoseFunction} is their shell.
 */
@NullMarked
package org.sealflow.diagnose;

import org.jspecify.annotations.NullMarked;
