package org.sealflow.python.call.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorResultTest {
  private static ErrorResult error(String call, String result) {
    return ErrorResult.of(call, result).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "MISSING_ARGUMENT | FileBox.open_box() missing 1 required positional argument: 'lid'",
        "MISSING_ARGUMENT | open() missing required argument 'file' (pos 1)",
        "MISSING_ARGUMENT | exec() takes at least 1 positional argument (0 given)",
        "UNKNOWN_ARGUMENT | FileBox.open_box() got an unexpected keyword argument 'lid'",
        "UNKNOWN_ARGUMENT | 'lid' is an invalid keyword argument for print()",
        "UNKNOWN_ARGUMENT | len() takes no keyword arguments",
        "SURPLUS_ARGUMENT | FileBox.open_box() takes 2 positional arguments but 3 were given",
        "SURPLUS_ARGUMENT | FileBox.open_box() takes from 1 to 2 positional arguments but 3 were"
            + " given",
        "SURPLUS_ARGUMENT | FileBox.open_box() got multiple values for argument 'lid'",
        "SURPLUS_ARGUMENT | keyword argument repeated: lid (<string>, line 1)",
        "WRONG_TYPE       | 'list' object has no attribute 'lower'",
        "WRONG_TYPE       | '<=' not supported between instances of 'str' and 'int'",
        "WRONG_TYPE       | could not convert string to float: 'ten'",
        "WRONG_TYPE       | strptime() argument 1 must be str, not int",
        "INVALID_VALUE    | time data 'soon' does not match format '%Y-%m-%d'",
        "INVALID_VALUE    | 'trunk'",
        "INVALID_VALUE    | division by zero",
        "UNKNOWN_TOOL     | name 'open_box' is not defined",
        "UNKNOWN_TOOL     | Function call kill is not allowed.",
        "MALFORMED_CALL   | '(' was never closed (<string>, line 1)",
        "MALFORMED_CALL   | unsupported expression: lambda",
        "OTHER            | something nobody has seen before"
      })
  void raisedErrorsAreToldApart(ErrorFamily family, String message) {
    ErrorResult error = error("open_box()", "Error during execution: " + message);

    assertThat(error.family()).isEqualTo(family);
    assertThat(error.message()).isEqualTo(message);
  }

  @Test
  void anIntThatPythonDoesNotPrintIsQuotedInNoMessage() {
    String call = "open_box(lid=0x" + "f".repeat(5000) + ", size=7)";

    assertThat(error(call, "{\"error\": \"Box 7 not found.\"}").arguments())
        .containsExactly("size");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "NOT_FOUND         | cat: 'notes.txt': No such file or directory",
        "NOT_FOUND         | Ticket with ID 7 not found.",
        "NOT_AUTHENTICATED | User not authenticated. Please log in to create a ticket.",
        "NOT_AUTHENTICATED | Invalid access token",
        "INVALID_PATH      | cd: a/b: Unsupported path. Only one folder level at a time is"
            + " supported.",
        "ALREADY_DONE      | touch: cannot touch 'a.txt': File exists",
        "UNMET_CONDITION   | Brake pedal needs to be pressed when starting the engine.",
        "LIMIT_EXCEEDED    | Insufficient funds: required $10.00 but only $5.00 available.",
        "INVALID_VALUE     | Pedal position must be between 0 and 1.",
        "WRONG_TYPE        | All elements in the list must be numbers"
      })
  void answeredErrorsAreToldApart(ErrorFamily family, String message) {
    assertThat(error("f()", "{\"error\": \"" + message + "\"}").family()).isEqualTo(family);
    assertThat(error("f()", "{\"done\": false, \"error\": \"" + message + "\"}").message())
        .isEqualTo(message);
  }

  @Test
  void errorsInListsAreErrors() {
    assertThat(error("f()", "[{'error': 'User not authenticated. Please log in.'}]"))
        .isEqualTo(
            new ErrorResult(
                ErrorFamily.NOT_AUTHENTICATED,
                "User not authenticated. Please log in.",
                null,
                List.of()));
    assertThat(error("f()", "['Error: User not authenticated.']").message())
        .isEqualTo("User not authenticated.");
  }

  @Test
  void anErrorThatIsANumberIsAnError() {
    assertThat(error("f()", "{\"error\": 404}").family()).isEqualTo(ErrorFamily.NOT_FOUND);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"result\": 7}",
        "{\"file_content\": \"Error during execution: none\"}",
        "{\"log\": {\"error\": \"inside\"}}",
        "{\"error\": null}",
        "{\"error\": broken",
        "[{'error' 1",
        "[]",
        "None",
        "``"
      })
  void anythingElseIsNoError(String result) {
    assertThat(ErrorResult.of("f()", result)).isEmpty();
  }

  @Test
  void argumentsAreNamedInTheErrorsOrderAndCase() {
    ErrorResult error =
        error(
            "open_box()",
            "Error during execution: FileBox.open_box() missing 3 required positional arguments:"
                + " 'fileName', 'Lid', and 'x_1'");

    assertThat(error.tool()).isEqualTo("open_box");
    assertThat(error.arguments()).containsExactly("fileName", "Lid", "x_1");
  }

  @Test
  void theArgumentWhoseValueAnErrorQuotesIsNamed() {
    assertThat(
            error(
                    "grep(file_name='plan.txt', pattern='file')",
                    "{\"error\": \"grep: plan.txt: No such file or directory\"}")
                .arguments())
        .containsExactly("file_name");
    assertThat(error("get_ticket(ticket_id=-7)", "{\"error\": \"Ticket with ID -7 not found.\"}"))
        .extracting(ErrorResult::arguments)
        .isEqualTo(List.of("ticket_id"));
    assertThat(
            error(
                "lockDoors(unlock=True, door=['driver', 'boot'])",
                "Error during execution: 'boot'"))
        .extracting(ErrorResult::arguments)
        .isEqualTo(List.of("door"));
  }

  @Test
  void aQuotedValueOutranksAWordInPassing() {
    ErrorResult error =
        error(
            "mv(source='a.txt', destination='move')",
            "{\"error\": \"mv: cannot move 'a.txt': No such file or directory\"}");

    assertThat(error.arguments()).containsExactly("source");
  }

  @Test
  void partOfAWordIsNoMention() {
    ErrorResult error =
        error(
            "get_ticket(ticket_id=1, note='Tick')",
            "{\"error\": \"Ticket with ID 12 not found.\"}");

    assertThat(error.arguments()).isEmpty();
  }

  @Test
  void anUndefinedNameAsAValueIsAnInvalidValue() {
    ErrorResult error = error("ls(a=true)", "Error during execution: name 'true' is not defined");

    assertThat(error.family()).isEqualTo(ErrorFamily.INVALID_VALUE);
    assertThat(error.arguments()).containsExactly("a");
    assertThat(error.tool()).isNull();
  }

  @Test
  void anUnknownToolIsNamedAsWritten() {
    ErrorResult error =
        error("Open_Box(lid=1)", "Error during execution: name 'Open_Box' is not defined");

    assertThat(error.family()).isEqualTo(ErrorFamily.UNKNOWN_TOOL);
    assertThat(error.tool()).isEqualTo("Open_Box");
  }

  @Test
  void aMalformedCallNamesNoArgument() {
    ErrorResult error =
        error("f(a=1", "Error during execution: '(' was never closed (<string>, line 1)");

    assertThat(error.arguments()).isEmpty();
  }
}
