package org.sealflow.jobs.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterUserScramCredentialsOptions;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A broker that lets in who shows a certificate over TLS and logs in by SCRAM, and allows what ACLs
 * say. Its certificate and its clients' are made when it starts.
 */
public final class SecuredBroker implements AutoCloseable {
  public static final String STORE_PASSWORD = "store-password-8841";

  private static final String HOST = "127.0.0.1";
  private static final int PORTS = 3;
  private static final int ITERATIONS = 4096;

  /**
   * Each client reads its stores, by the keys that their password gives: in few rounds, not 10,000.
   */
  private static final String QUICKLY_READ =
      " -J-Dkeystore.pkcs12.certPbeIterationCount=10"
          + " -J-Dkeystore.pkcs12.keyPbeIterationCount=10"
          + " -J-Dkeystore.pkcs12.macIterationCount=10";

  private final Path directory;
  private final KafkaRaftServer server;
  private final int port;
  private final Admin admin;

  private SecuredBroker(Path directory, KafkaRaftServer server, int port, Admin admin) {
    this.directory = directory;
    this.server = server;
    this.port = port;
    this.admin = admin;
  }

  /** Starts one that keeps data and certificates in a directory. */
  public static SecuredBroker start(Path directory) throws Exception {
    certificate(directory, "broker");
    certificate(directory, "client");
    trust(directory, "broker", "client");
    trust(directory, "client", "broker");
    List<Integer> ports = freePorts();
    Path log = directory.resolve("log");
    format(log);
    KafkaRaftServer server =
        new KafkaRaftServer(new KafkaConfig(settings(directory, log, ports)), Time.SYSTEM);
    server.startup();
    Admin admin = Admin.create(Map.of("bootstrap.servers", HOST + ":" + ports.get(1)));
    return new SecuredBroker(directory, server, ports.get(0), admin);
  }

  private static Map<String, String> settings(Path directory, Path log, List<Integer> ports) {
    Map<String, String> settings = EmbeddedBrokerSettings.of(log, HOST, ports.get(1), ports.get(2));
    String plain = settings.get("listeners");
    settings.put("listeners", "SECURED://" + HOST + ":" + ports.get(0) + "," + plain);
    settings.put(
        "advertised.listeners",
        "SECURED://" + HOST + ":" + ports.get(0) + "," + settings.get("advertised.listeners"));
    settings.merge(
        "listener.security.protocol.map", "SECURED:SASL_SSL", (map, more) -> map + "," + more);
    String listener = "listener.name.secured.";
    settings.put("sasl.enabled.mechanisms", "SCRAM-SHA-512");
    settings.put(
        listener + "scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;");
    settings.put(listener + "ssl.client.auth", "required");
    stores("broker", "broker", directory)
        .forEach((name, value) -> settings.put(listener + name, value));
    settings.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    // Whoever comes by the listener in plain text: the broker itself, and the test.
    settings.put("super.users", "User:ANONYMOUS");
    return settings;
  }

  private static Map<String, String> stores(String shown, String trusting, Path directory) {
    return Map.of(
        "ssl.keystore.type",
        "PKCS12",
        "ssl.keystore.location",
        directory.resolve(shown + ".p12").toString(),
        "ssl.keystore.password",
        STORE_PASSWORD,
        "ssl.truststore.type",
        "PKCS12",
        "ssl.truststore.location",
        directory.resolve(trusting + "-trust.p12").toString(),
        "ssl.truststore.password",
        STORE_PASSWORD);
  }

  private static List<Integer> freePorts() throws IOException {
    List<ServerSocket> open = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    for (int count = 0; count < PORTS; count++) {
      open.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      ports.add(open.get(count).getLocalPort());
    }
    for (ServerSocket socket : open) {
      socket.close();
    }
    return ports;
  }

  private static void format(Path log) throws Exception {
    Files.createDirectories(log);
    Formatter formatter = new Formatter();
    formatter.setPrintStream(
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    formatter.setNodeId(EmbeddedBrokerSettings.NODE_ID);
    formatter.setClusterId(Uuid.randomUuid().toString());
    formatter.addDirectory(log.toString());
    formatter.setMetadataLogDirectory(log.toString());
    formatter.setControllerListenerName(EmbeddedBrokerSettings.CONTROLLER_LISTENER);
    formatter.setReleaseVersion(MetadataVersion.latestProduction());
    formatter.run();
  }

  private static void certificate(Path directory, String name) throws Exception {
    Files.createDirectories(directory);
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    String line =
        keytool
            + " -genkeypair -alias "
            + name
            + " -keyalg EC -dname CN=localhost -ext SAN=ip:127.0.0.1 -validity 2 -storetype PKCS12"
            + " -keystore "
            + directory.resolve(name + ".p12")
            + " -storepass "
            + STORE_PASSWORD
            + QUICKLY_READ;
    Process process = new ProcessBuilder(List.of(line.split(" ", -1))).inheritIO().start();
    if (process.waitFor() != 0) {
      throw new AssertionError("keytool makes no certificate");
    }
  }

  /** Writes the store by which one trusts the other, read as quickly as the other's own. */
  private static void trust(Path directory, String who, String whom) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(directory.resolve(whom + ".p12"))) {
      store.load(in, STORE_PASSWORD.toCharArray());
    }
    Certificate shown = store.getCertificate(whom);
    store.deleteEntry(whom);
    store.setCertificateEntry(whom, shown);
    try (OutputStream out = Files.newOutputStream(directory.resolve(who + "-trust.p12"))) {
      store.store(out, STORE_PASSWORD.toCharArray());
    }
  }

  public String bootstrapServers() {
    return HOST + ":" + port;
  }

  /** Makes a user, or gives one another password. */
  public void user(String name, String password) throws Exception {
    admin
        .alterUserScramCredentials(
            List.of(
                new UserScramCredentialUpsertion(
                    name,
                    new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, ITERATIONS),
                    password)),
            new AlterUserScramCredentialsOptions())
        .all()
        .get(30, TimeUnit.SECONDS);
  }

  /** Allows a user an operation on what a name begins with. */
  public void allow(String user, ResourceType type, String prefix, AclOperation operation)
      throws Exception {
    PatternType pattern = type == ResourceType.CLUSTER ? PatternType.LITERAL : PatternType.PREFIXED;
    admin
        .createAcls(
            List.of(
                new AclBinding(
                    new ResourcePattern(type, prefix, pattern),
                    new AccessControlEntry(
                        "User:" + user, "*", operation, AclPermissionType.ALLOW))))
        .all()
        .get(30, TimeUnit.SECONDS);
  }

  /** The properties by which a client trusts the broker and shows its own certificate. */
  public Map<String, String> clientStores() {
    return stores("client", "client", directory);
  }

  @Override
  public void close() {
    admin.close();
    server.shutdown();
    server.awaitShutdown();
  }
}
