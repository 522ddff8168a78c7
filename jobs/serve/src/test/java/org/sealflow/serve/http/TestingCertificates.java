package org.sealflow.serve.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Makes a self-signed certificate for this computer, and clients that trust it. */
public final class TestingCertificates {
  private static final String ALIAS = "server";

  private TestingCertificates() {}

  /** Writes a PKCS12 key store. */
  public static Path write(Path store, String password) throws Exception {
    keytool(
        "-genkeypair",
        "-alias",
        ALIAS,
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-ext",
        "SAN=dns:localhost,ip:127.0.0.1",
        "-validity",
        "2",
        "-storetype",
        "PKCS12",
        "-keystore",
        store.toString(),
        "-storepass",
        password);
    return store;
  }

  /** Writes a PKCS12 store that holds the certificate of another, and no private key. */
  public static Path writeTrust(Path store, String password, Path trust) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, read(store, password).getCertificate(ALIAS));
    try (OutputStream out = Files.newOutputStream(trust)) {
      trusted.store(out, password.toCharArray());
    }
    return trust;
  }

  /** A client's side that trusts the certificate of a key store. */
  public static SSLContext trusting(Path store, String password) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, read(store, password).getCertificate(ALIAS));
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  private static KeyStore read(Path store, String password)
      throws IOException, GeneralSecurityException {
    KeyStore read = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      read.load(in, password.toCharArray());
    }
    return read;
  }

  private static void keytool(String... arguments) throws Exception {
    Path tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    List<String> line = new ArrayList<>(List.of(tool.toString()));
    line.addAll(List.of(arguments));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new AssertionError("keytool: " + said);
    }
  }
}
