/**
 * Python values as the benchmark's tools see them (null, Boolean, Long, BigInteger, Double, String,
 * List, Map, Entity): arithmetic, text, JSON text and the texts of Python's exceptions.
 */
@NullMarked
package org.sealflow.tau.python;

import org.jspecify.annotations.NullMarked;
