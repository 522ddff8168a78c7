package org.sealflow.serve.http;

/**
 * Who may call a port, and how the connection is protected.
 *
 * @param key what callers must show
 * @param tls what the server shows
 */
public record PortSecurity(BearerKey key, TlsIdentity tls) {
  /** Plain HTTP for everybody. */
  public static PortSecurity none() {
    return new PortSecurity(BearerKey.none(), TlsIdentity.none());
  }
}
