/** The Kafka side of the jobs: the embedded broker, topics, sources and sinks. */
@NullMarked
package org.sealflow.jobs.kafka;

import org.jspecify.annotations.NullMarked;
