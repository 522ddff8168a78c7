/** Families of turns, what they need on stage, and how they are worded. */
@NullMarked
package org.sealflow.generate.family;

import org.jspecify.annotations.NullMarked;
