/**
 * What the HTTP servers share: one port of the JDK's own server with its limits, requests and
 * answers. Knows neither policies nor environments.
 */
@NullMarked
package org.sealflow.serve.http;

import org.jspecify.annotations.NullMarked;
