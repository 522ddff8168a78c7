package org.sealflow.serve.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The certificate and private key that a server shows over TLS; never printed. */
public final class TlsIdentity {
  private final @Nullable SSLContext context;

  private TlsIdentity(@Nullable SSLContext context) {
    this.context = context;
  }

  /** None: the server speaks plain HTTP. */
  public static TlsIdentity none() {
    return new TlsIdentity(null);
  }

  /**
   * Reads a PKCS12 key store with one private key.
   *
   * @throws IOException if it cannot be read, the password is wrong, or it has no private key: one
   *     line without the password
   */
  public static TlsIdentity read(Path file, char[] password) throws IOException {
    try {
      KeyStore store = store(file, password);
      requireKey(file, store);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return new TlsIdentity(context);
    } catch (GeneralSecurityException unusable) {
      throw new IOException(
          "the key store " + file + " cannot be used: " + unusable.getMessage(), unusable);
    }
  }

  private static KeyStore store(Path file, char[] password)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password);
      return store;
    } catch (NoSuchFileException absent) {
      throw new IOException("no key store " + file + ": give a PKCS12 file", absent);
    } catch (IOException broken) {
      throw new IOException(
          broken.getCause() instanceof UnrecoverableKeyException
              ? "the password of the key store " + file + " is wrong"
              : "the key store " + file + " cannot be read as PKCS12: " + broken.getMessage(),
          broken);
    }
  }

  private static void requireKey(Path file, KeyStore store)
      throws IOException, GeneralSecurityException {
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        return;
      }
    }
    throw new IOException(
        "the key store " + file + " has no private key: export certificate and key into it");
  }

  /** Whether connections are encrypted. */
  public boolean isSet() {
    return context != null;
  }

  Optional<SSLContext> context() {
    return Optional.ofNullable(context);
  }
}
