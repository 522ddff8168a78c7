/**
 * Parts that the HTTP servers share: ports with their limits, keys and TLS, requests and answers.
 * Knows neither policies nor environments.
 */
@NullMarked
package org.sealflow.serve.http;

import org.jspecify.annotations.NullMarked;
