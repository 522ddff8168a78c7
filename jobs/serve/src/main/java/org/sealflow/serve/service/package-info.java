/**
 * The environment service of AgentEvolver and SEAL over HTTP: create, step, evaluate, release
 * (environment-servers.md section 3).
 */
@NullMarked
package org.sealflow.serve.service;

import org.jspecify.annotations.NullMarked;
