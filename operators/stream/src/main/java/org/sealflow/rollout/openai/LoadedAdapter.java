package org.sealflow.rollout.openai;

/**
 * An adapter that the servers have.
 *
 * @param name what to ask the servers for
 * @param digest of its weights
 * @param uri where the learner has published it
 * @param path where the servers find it
 */
record LoadedAdapter(String name, String digest, String uri, String path) {}
