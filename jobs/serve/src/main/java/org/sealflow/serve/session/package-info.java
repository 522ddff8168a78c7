/**
 * Episodes that others play: sessions with a world each, their limits, their expiry, and the score
 * of what was played. Knows no protocol; every protocol of {@code serve environment} stands on it.
 */
@NullMarked
package org.sealflow.serve.session;

import org.jspecify.annotations.NullMarked;
