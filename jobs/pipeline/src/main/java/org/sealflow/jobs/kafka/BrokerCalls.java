package org.sealflow.jobs.kafka;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;

/** Waits for a broker's answers, and says in one line why one did not come. */
final class BrokerCalls {
  private BrokerCalls() {}

  /**
   * The answer to a request.
   *
   * @param doing what is being done, e.g. {@code create topics}
   * @throws UserError if no answer comes in time, or the broker refuses
   */
  static <T> T answer(Future<T> pending, Duration patience, String doing) {
    try {
      return pending.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failed(doing, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw failed(doing, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted: cannot " + doing, e);
    }
  }

  /** The failure of a request as one line. */
  static UserError failed(String doing, Throwable cause) {
    return new UserError("cannot " + doing + ": " + why(cause), cause);
  }

  private static String why(Throwable cause) {
    if (cause instanceof org.apache.kafka.common.errors.TimeoutException
        || cause instanceof TimeoutException) {
      return "the broker did not answer in time; check that it runs and that its address, and the"
          + " protocol given by --kafka-property security.protocol, are right";
    }
    if (cause instanceof AuthenticationException) {
      return "the broker refused the login ("
          + said(cause)
          + "); check the --kafka-property settings of security.protocol, sasl and ssl";
    }
    if (cause instanceof AuthorizationException) {
      return "the broker does not allow it ("
          + said(cause)
          + "); ask its operators for the permission";
    }
    if (cause instanceof UnsupportedVersionException) {
      return "the broker does not know this request ("
          + said(cause)
          + "); use a broker of Kafka 2.1 or newer";
    }
    return said(cause);
  }

  private static String said(Throwable cause) {
    @Nullable String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
