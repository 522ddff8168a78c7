package org.sealflow.jobs.cli.job;

import java.io.PrintWriter;
import org.sealflow.jobs.live.PlainJson;

/** Shows that a cluster took a job. */
final class Submitted {
  private Submitted() {}

  /** Prints the job's name and id, or as JSON the id. */
  static void show(String name, String jobId, boolean json, PrintWriter out) {
    out.println(
        json
            ? PlainJson.line(
                writer -> {
                  writer.writeStartObject();
                  writer.writeStringField("jobId", jobId);
                  writer.writeEndObject();
                })
            : "submitted " + name + " as job " + jobId);
    out.flush();
  }
}
