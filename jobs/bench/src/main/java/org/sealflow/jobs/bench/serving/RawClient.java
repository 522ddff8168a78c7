package org.sealflow.jobs.bench.serving;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection that posts JSON and waits for the answer; light, so that what is measured is the
 * server. Not thread-safe.
 */
final class RawClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final String LENGTH = "content-length:";

  private final Socket socket;
  private final InputStream input;
  private final String host;

  RawClient(URI server) throws IOException {
    host = server.getHost() + ":" + server.getPort();
    socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    input = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * Posts a body.
   *
   * @param headers further ones, such as {@code X-Name: value}
   * @return the body of the answer
   * @throws IOException if the connection breaks, or the status is not 200
   */
  String post(String path, String json, String... headers) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: "
            + host
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n"
            + (headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n")
            + "\r\n";
    byte[] request = new byte[head.length() + body.length];
    System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, request, 0, head.length());
    System.arraycopy(body, 0, request, head.length(), body.length);
    socket.getOutputStream().write(request);
    String status = line();
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith(LENGTH)) {
        length = Integer.parseInt(lower.substring(LENGTH.length()).strip());
      }
    }
    String answer = new String(input.readNBytes(length), StandardCharsets.UTF_8);
    if (!status.contains(" 200 ")) {
      throw new IOException(path + " is answered " + status + ": " + answer);
    }
    return answer;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = input.read(); next != '\n'; next = input.read()) {
      if (next < 0) {
        throw new EOFException("the server hung up");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
