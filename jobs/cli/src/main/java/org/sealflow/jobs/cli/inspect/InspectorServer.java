package org.sealflow.jobs.cli.inspect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.inspect.InspectedEpisodes;
import org.sealflow.serve.http.HttpPort;
import org.sealflow.serve.http.PortSettings;

/** Serves the inspector until it is closed. */
public final class InspectorServer implements AutoCloseable {
  private final HttpPort port;

  private InspectorServer(HttpPort port) {
    this.port = port;
  }

  /**
   * Begins to answer.
   *
   * @param episodes the caller closes them
   * @param summary the numbers of all episodes so far, as the report page has them
   * @param notes null if none are kept
   * @throws IOException if the place is taken: one line
   */
  public static InspectorServer start(
      InspectedEpisodes episodes,
      Supplier<ObjectNode> summary,
      @Nullable NotesFile notes,
      PortSettings place,
      Clock clock)
      throws IOException {
    HttpPort port =
        HttpPort.open(place, new InspectorRoutes(episodes, summary, notes, clock, place.isLocal()));
    port.start();
    return new InspectorServer(port);
  }

  /** Where the page is. */
  public URI url() {
    return port.url("/");
  }

  @Override
  public void close() {
    port.close();
  }
}
