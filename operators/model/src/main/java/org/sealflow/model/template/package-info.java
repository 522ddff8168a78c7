/**
 * The part of the Jinja template language that chat templates are written in, as Hugging Face sets
 * it up: {@code trim_blocks} and {@code lstrip_blocks} on, no escaping of HTML, an immutable
 * sandbox, the tags {@code break}, {@code continue} and {@code generation}, the functions {@code
 * raise_exception} and {@code strftime_now}. Java alone: no Python, no other library.
 *
 * <p>A value of a template is {@link None#NONE}, a {@code Boolean}, a {@code Long} or {@code
 * BigInteger} (int, always {@code Long} where it fits), a {@code Double} (float), a {@code String}
 * (str, measured in code points), a {@code List} (list, and what Python calls an iterator), a
 * {@link Tuple}, a {@code Map} (dict, in insertion order), an {@link Undefined}, a {@link Callable}
 * or {@link Attributes}. Values never change, {@link Namespace} excepted.
 */
@NullMarked
package org.sealflow.model.template;

import org.jspecify.annotations.NullMarked;
import org.sealflow.model.template.value.Attributes;
import org.sealflow.model.template.value.Callable;
import org.sealflow.model.template.value.Namespace;
import org.sealflow.model.template.value.None;
import org.sealflow.model.template.value.Tuple;
import org.sealflow.model.template.value.Undefined;
