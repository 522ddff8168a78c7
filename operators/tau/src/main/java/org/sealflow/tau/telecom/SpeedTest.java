package org.sealflow.tau.telecom;

import org.sealflow.python.PyNumbers;
import org.sealflow.tau.python.Entity;
import org.sealflow.tau.python.PythonNumbers;

/**
 * The speed of mobile data.
 *
 * @param works false without a connection; the speed is then zero
 */
record SpeedTest(boolean works, double speed) {
  static SpeedTest of(Phone phone) {
    if (!phone.dataWorks()) {
      return new SpeedTest(false, 0);
    }
    double factor = 1.0;
    if (phone.is("vpn_connected")
        && phone.device().get("vpn_details") instanceof Entity details
        && details.text("server_performance").equals(PhoneModels.POOR)) {
      factor *= 0.1;
    }
    if (phone.is("data_saver_mode")) {
      factor *= 0.2;
    }
    double middle =
        switch (phone.device().text("network_technology_connected")) {
          case "2G" -> (0.1 + 0.4) / 2;
          case "3G" -> (1.0 + 5.0) / 2;
          case "4G" -> (10.0 + 100.0) / 2;
          case "5G" -> (50.0 + 500.0) / 2;
          default -> 0.0;
        };
    double strength =
        switch (phone.device().text("network_signal_strength")) {
          case PhoneModels.POOR -> 0.2;
          case "fair" -> 0.5;
          case "good" -> 0.8;
          case PhoneModels.EXCELLENT -> 1.0;
          default -> 0.0;
        };
    return new SpeedTest(true, PythonNumbers.round(middle * strength * factor, 2));
  }

  String description() {
    if (!works) {
      return "No Connection";
    }
    if (speed < 1) {
      return "Very Poor";
    }
    if (speed < 5) {
      return "Poor";
    }
    if (speed < 25) {
      return "Fair";
    }
    return speed < 100 ? "Good" : "Excellent";
  }

  String report() {
    if (!works) {
      return "Speed test failed: No Connection.";
    }
    String advice =
        switch (description()) {
          case "Very Poor" -> "Connection is very slow. Basic web browsing might be difficult.";
          case "Poor" -> "Connection is slow. Web browsing may be sluggish, streaming difficult.";
          case "Fair" ->
              "Connection is okay for web browsing and some standard definition streaming.";
          case "Good" -> "Connection is good for most activities, including HD streaming.";
          default -> "Connection is very fast.";
        };
    return "Speed Test Result: %s Mbps (%s). %s"
        .formatted(PyNumbers.fixed(speed, 2), description(), advice);
  }
}
