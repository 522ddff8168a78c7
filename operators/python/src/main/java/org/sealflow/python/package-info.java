/**
 * Python values and their observable behaviour (CPython 3.11): equality, ordering, arithmetic,
 * text.
 *
 * <p>A Python value is a plain Java object of one of these classes: {@link PyNone} (None), {@code
 * Boolean} (bool), {@code Long} or {@code BigInteger} (int, always {@code Long} where it fits),
 * {@code Double} (float), {@code String} (str), {@link PyList}, {@link PyTuple}, {@link PyDict},
 * {@link PySet}, or any {@link PyObject}. An exception of Python is a {@link PyException}.
 */
@NullMarked
package org.sealflow.python;

import org.jspecify.annotations.NullMarked;
