package org.sealflow.tau.telecom;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.tau.python.Python;
import org.sealflow.tau.python.PythonNumbers;
import org.sealflow.tau.state.Database;
import org.sealflow.tau.tool.BoundArguments;
import org.sealflow.tau.tool.Parameter;
import org.sealflow.tau.tool.Tool;

/** Assertions of task files about the phone after a conversation. */
final class PhoneAssertions {
  private PhoneAssertions() {}

  static List<Tool> all() {
    return List.of(
        status("assert_airplane_mode_status", phone -> phone.is("airplane_mode")),
        status("assert_service_status", phone -> phone.device().get("network_connection_status")),
        status("assert_mobile_data_status", Phone::dataWorks),
        status("assert_mobile_roaming_status", phone -> phone.is("roaming_enabled")),
        status("assert_mobile_data_saver_mode_status", phone -> phone.is("data_saver_mode")),
        status("assert_can_send_mms", AppTools::mmsWorks),
        status(
            "assert_mobile_data_usage_exceeded",
            phone -> phone.surroundings().get("mobile_data_usage_exceeded")),
        Tool.function(
            "assert_internet_speed",
            PhoneAssertions::internetSpeed,
            Parameter.any("expected_speed"),
            Parameter.any("expected_desc").orElse(null)),
        Tool.function(
            "assert_internet_not_excellent",
            (data, arguments) -> !SpeedTest.of(new Phone(data)).description().equals("Excellent")));
  }

  private static Tool status(String name, Function<Phone, @Nullable Object> actual) {
    return Tool.function(
        name,
        (data, arguments) ->
            Python.equal(actual.apply(new Phone(data)), arguments.get("expected_status")),
        Parameter.any("expected_status"));
  }

  private static boolean internetSpeed(Database data, BoundArguments arguments) {
    SpeedTest test = SpeedTest.of(new Phone(data));
    Object description = arguments.get("expected_desc");
    return PythonNumbers.holds(
            test.speed(), Py.Order.GREATER_OR_EQUAL, arguments.get("expected_speed"))
        && (description == null
            || Python.lower(test.description()).equals(Python.lower(description)));
  }
}
