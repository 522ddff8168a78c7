package org.sealflow.jobs.cli.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.openai.OpenAiSettings;
import org.sealflow.serve.http.BearerKey;
import org.sealflow.serve.http.PortLimits;
import org.sealflow.serve.http.PortSecurity;
import org.sealflow.serve.http.PortSettings;
import org.sealflow.serve.http.TlsIdentity;
import picocli.CommandLine.Option;

/** Where every HTTP server listens, who may call, and its limits. */
final class ListenOptions {
  private static final int MEBIBYTE = 1 << 20;
  private static final int MOST_MEBIBYTES = 1 << 10;
  private static final int LONGEST_SECRET = 1 << 16;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "The interface to listen on; 0.0.0.0 is all (default: ${DEFAULT-VALUE}).")
  private String host = "";

  @Option(
      names = "--api-key-file",
      paramLabel = "FILE",
      description = "A file with the bearer key that callers must show.")
  private @Nullable Path keyFile;

  @Option(
      names = "--api-key-variable",
      paramLabel = "NAME",
      description =
          "The environment variable that holds this key instead (default: "
              + OpenAiSettings.KEY_VARIABLE
              + ", if it is set). Without a key, everybody may call.")
  private @Nullable String keyVariable;

  @Option(
      names = "--tls-key-store",
      paramLabel = "FILE",
      description = "A PKCS12 key store with certificate and private key: serve HTTPS alone.")
  private @Nullable Path keyStore;

  @Option(
      names = "--tls-password-file",
      paramLabel = "FILE",
      description = "A file with the password of the key store.")
  private @Nullable Path passwordFile;

  @Option(
      names = "--max-body",
      paramLabel = "MIB",
      description = "Longest request or frame, MiB (default: 16; gateway 32, inspector 4).")
  private @Nullable Integer mostBody;

  @Option(
      names = "--max-requests",
      paramLabel = "N",
      description =
          "Most requests under way at once, a port; further ones are answered with 429 (default:"
              + " 1024, inspector 64).")
  private @Nullable Integer mostCalls;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      description =
          "Most connections at once, a port; further ones wait until one ends (default: 32768).")
  private int mostConnections = PortLimits.USUAL.mostConnections();

  @Option(
      names = "--header-time",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description = "Longest time for the head of a request (default: 30s).")
  private Duration headerTime = PortLimits.USUAL.headerTime();

  @Option(
      names = "--request-time",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description = "Longest time for the body of a request (default: 1m).")
  private Duration requestTime = PortLimits.USUAL.requestTime();

  @Option(
      names = "--connection-idle",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      description = "Longest time of a connection without a request (default: 5m).")
  private Duration idleTime = PortLimits.USUAL.idleTime();

  String host() {
    return host;
  }

  /** Longest request, bytes. */
  int mostBodyBytes(PortLimits usual) {
    if (mostBody == null) {
      return usual.mostBodyBytes();
    }
    if (mostBody < 1 || mostBody > MOST_MEBIBYTES) {
      throw new UsageError("--max-body is " + mostBody + ", expected 1 to " + MOST_MEBIBYTES);
    }
    return mostBody * MEBIBYTE;
  }

  /**
   * Limits of a port.
   *
   * @param usual the command's own
   * @throws UsageError if an option is out of range
   */
  PortLimits limits(PortLimits usual) {
    atLeastOne("--max-requests", mostCalls);
    atLeastOne("--max-connections", mostConnections);
    inRange("--header-time", headerTime);
    inRange("--request-time", requestTime);
    inRange("--connection-idle", idleTime);
    return new PortLimits(
        mostBodyBytes(usual),
        mostCalls == null ? usual.mostCalls() : mostCalls,
        mostConnections,
        headerTime,
        requestTime,
        idleTime,
        usual.drain());
  }

  private static void atLeastOne(String option, @Nullable Integer value) {
    if (value != null && value < 1) {
      throw new UsageError(option + " is " + value + ", expected 1 or more");
    }
  }

  private static void inRange(String option, Duration time) {
    if (time.toMillis() < 1 || time.compareTo(Duration.ofDays(1)) > 0) {
      throw new UsageError(option + " is " + time.toSeconds() + "s, expected more than 0s to 1d");
    }
  }

  /**
   * Where one server listens.
   *
   * @param portOption how its port is called
   * @param usual the command's own limits
   * @throws UsageError if an option is out of range
   * @throws UserError if the key or the key store cannot be used
   */
  PortSettings place(String portOption, int port, PortLimits usual, PortSecurity security) {
    PortLimits limits = limits(usual);
    try {
      return new PortSettings(host, port, limits, security);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError(portOption + ": " + Causes.oneLine(wrong.getMessage()), wrong);
    }
  }

  /**
   * Who may call.
   *
   * @throws UsageError if options do not go together
   * @throws UserError if the key or the key store cannot be used
   */
  PortSecurity security() {
    return new PortSecurity(key(), tls());
  }

  private BearerKey key() {
    if (keyFile != null && keyVariable != null) {
      throw new UsageError("--api-key-file and --api-key-variable: give one of them");
    }
    if (keyFile != null) {
      return BearerKey.of(key("--api-key-file", keyFile));
    }
    String key = System.getenv(variable());
    if (key == null && keyVariable != null) {
      throw new UserError(
          "--api-key-variable names " + keyVariable + ", which is not set: set it to a key");
    }
    return key == null ? BearerKey.none() : BearerKey.of(usable(key, variable()));
  }

  /**
   * A key from a file.
   *
   * @throws UserError if it cannot be read, or no header can carry it
   */
  static String key(String option, Path file) {
    return usable(secret(option, file), file.toString());
  }

  private static String usable(String key, String place) {
    try {
      BearerKey unused = BearerKey.of(key);
      return key;
    } catch (IllegalArgumentException unusable) {
      throw new UserError(place + ": " + Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private String variable() {
    return keyVariable == null ? OpenAiSettings.KEY_VARIABLE : keyVariable;
  }

  private TlsIdentity tls() {
    if ((keyStore == null) != (passwordFile == null)) {
      throw new UsageError("--tls-key-store and --tls-password-file go together: give both");
    }
    if (keyStore == null || passwordFile == null) {
      return TlsIdentity.none();
    }
    char[] password = secret("--tls-password-file", passwordFile).toCharArray();
    try {
      return TlsIdentity.read(keyStore, password);
    } catch (IOException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  /**
   * A secret from a file, without the line's end.
   *
   * @throws UserError if it cannot be read
   */
  private static String secret(String option, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LONGEST_SECRET);
      return new String(bytes, StandardCharsets.UTF_8).stripTrailing();
    } catch (NoSuchFileException absent) {
      throw new UserError(
          "no file " + file + " for " + option + "; expected a file that holds the secret alone",
          absent);
    } catch (IOException unreadable) {
      throw new UserError(
          "cannot read " + file + " for " + option + ": " + Causes.innermost(unreadable),
          unreadable);
    }
  }

  /** How a shell names the key; null if none is asked for. */
  @Nullable String keyInShell(PortSecurity security) {
    if (!security.key().isSet()) {
      return null;
    }
    return keyFile == null ? "$" + variable() : "$(cat " + keyFile + ")";
  }

  /**
   * Says what is open to others.
   *
   * @param may what whoever calls may do
   */
  void warn(PortSettings place, String may, PrintWriter err) {
    if (place.isLocal()) {
      return;
    }
    if (!place.security().key().isSet()) {
      err.println(
          "sealflow: whoever reaches " + host + " may " + may + "; --api-key-file asks for a key");
    } else if (!place.security().tls().isSet()) {
      err.println(
          "sealflow: the key passes in plain text to " + host + "; --tls-key-store encrypts it");
    }
  }
}
