package org.sealflow.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.task.LongContextJson;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJsonReader;
import org.sealflow.python.Reference;

/** The documentation and constants of data/tasks. */
public final class TestingSources {
  private static final Map<String, String> DOCUMENTS =
      Map.of(
          "GorillaFileSystem", "gorilla_file_system.json",
          "MathAPI", "math_api.json",
          "MessageAPI", "message_api.json",
          "TwitterAPI", "posting_api.json",
          "TicketAPI", "ticket_api.json",
          "TradingBot", "trading_bot.json",
          "TravelAPI", "travel_booking.json",
          "VehicleControlAPI", "vehicle_control.json");

  private TestingSources() {}

  /** Reads them. */
  public static GeneratorSources read() {
    Path tasks = Reference.repository().resolve("data/tasks");
    Map<String, List<String>> documents = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, String> document : DOCUMENTS.entrySet()) {
        Path file = tasks.resolve("multi_turn_func_doc").resolve(document.getValue());
        documents.put(document.getKey(), Files.readAllLines(file, StandardCharsets.UTF_8));
      }
      String constants =
          Files.readString(tasks.resolve("long_context.json"), StandardCharsets.UTF_8);
      return GeneratorSources.ofJson(
          documents, LongContextJson.read((PyDict) PyJsonReader.read(constants)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
