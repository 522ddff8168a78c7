package org.sealflow.python.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyList;
import org.sealflow.python.PyNone;
import org.sealflow.python.call.CallOutcome.Status;

class CallExecutorTest {
  private static final String ERROR = "Error during execution: ";

  private final TestingNotebook notebook = new TestingNotebook();
  private final CallExecutor executor = notebook.opened();

  private String text(String call) {
    return executor.execute(call).text();
  }

  private List<String> ran() {
    return notebook.ran;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "write('a') | {'page': 'a', 'mark': None}",
        "write (page = 'a', mark=1) | {'page': 'a', 'mark': 1}",
        "(write('a',)) | {'page': 'a', 'mark': None}",
        "write('a' 'b') | {'page': 'ab', 'mark': None}",
        "write(*['a', 'b']) | {'page': 'a', 'mark': 'b'}",
        "write(*'ab') | {'page': 'a', 'mark': 'b'}",
        "write('a', *[], **{'mark': 'b'}) | {'page': 'a', 'mark': 'b'}",
        "write(mark=1, *['a']) | {'page': 'a', 'mark': 1}",
        "write(**{'page': 'a'}, **{'mark': 2}) | {'page': 'a', 'mark': 2}",
        "write(write('a')['page'] + 'b') | {'page': 'ab', 'mark': None}",
        "write([size(), size()]) | {'page': [0, 0], 'mark': None}",
        "ruled(1, 2.5, -3) | 0.5",
        "ruled(a='x', b='y', c='z') | xyz",
        "[size(), write('a'), size()] | [0, {'page': 'a', 'mark': None}, 1]",
        "size(), size() | (0, 0)",
        "{size(): 1, **{2: size()}} | {'0': 1, '2': 0}",
        "size() + size() * 2 | 0",
        "write({'k': (1, None)}) | {'page': {'k': (1, None)}, 'mark': None}",
        "write({1, 2}) | {'page': {1, 2}, 'mark': None}",
        "write(size() or 'none') | {'page': 'none', 'mark': None}",
        "write('a') and size() | 1",
        "1 if size() else size() | 0",
        "size() < 1 < 2 | True",
        "print(write('a')) | None",
        "len(write('abc')['page']) | 3",
        "write(str(size())) | {'page': '0', 'mark': None}",
      })
  void callsOfMethodsRun(String call, String shown) {
    CallOutcome outcome = executor.execute(call);
    assertThat(outcome.status()).isEqualTo(Status.RETURNED);
    assertThat(
            outcome
                .text()
                .replace('"', '\'')
                .replace("null", "None")
                .replace("[1, None]", "(1, None)"))
        .isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "1+2 | 3",
        "7//2 | 3",
        "-7 % 3 | 2",
        "2**10 | 1024",
        "2**-1 | 0.5",
        "7/2 | 3.5",
        "-True | -1",
        "+True | 1",
        "'abc' | abc",
        "'ab'*2 | abab",
        "None | None",
        "1e16 | 1e+16",
        "... | Ellipsis",
        "() | ()",
        "(1,) | (1,)",
        "[*(1, 2), *{3: 4}] | [1, 2, 3]",
        "{*[1, 2], 1.0} | {1, 2}",
        "{1: 'a', True: 'b'} | {'1': 'b'}",
        "{'a': {1}} | {'a': {1}}",
        "{(1, 2): 3} | {(1, 2): 3}",
        "{**{'a': 1}, 'a': 2} | {'a': 2}",
        "'abc'[-1] | c",
        "{1: 2}[True] | 2",
        "[[1, 2], [3]][0][1] | 2",
        "not [] | True",
        "1 < 2 <= 2.0 != 3 | True",
        "1 < 0 < nothing | False",
        "'b' in 'abc' | True",
        "1 not in [True] | False",
        "[] and nothing | []",
        "0 or 'x' | x",
        "1 if '' else 2 | 2",
      })
  void expressionsWithoutACallHaveTheirValue(String call, String shown) {
    assertThat(text(call).replace('"', '\'')).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "nothing() | name 'nothing' is not defined",
        "nothing | name 'nothing' is not defined",
        "write | name 'write' is not defined",
        "(write)('a') | name 'write' is not defined",
        "write['a'] | name 'write' is not defined",
        "write.page | name 'write' is not defined",
        "Notebook.write('a') | name 'Notebook' is not defined",
        "functions.write(page='a') | name 'functions' is not defined",
        "write-page(1) | name 'write' is not defined",
        "write(a.txt) | name 'a' is not defined",
        "write(page=='a') | name 'page' is not defined",
        "write(page=true) | name 'true' is not defined",
        "write(x, len('a')) | name 'x' is not defined",
        "write(size() == 0 and x) | name 'x' is not defined",
        "range(nothing) | name 'nothing' is not defined",
        "write('a' < 1) | '<' not supported between instances of 'str' and 'int'",
        "write('a' in 5) | argument of type 'int' is not iterable",
        "write(mark=len(5)) | object of type 'int' has no len()",
        "size()() | 'int' object is not callable",
        "None(1) | 'NoneType' object is not callable",
        "'a'(x) | name 'x' is not defined",
        "size()[0] | 'int' object is not subscriptable",
        "write('a')['x'] | 'x'",
        "write('a')[0] | 0",
        "[1][5] | list index out of range",
        "[1]['a'] | list indices must be integers or slices, not str",
        "'a'[1.0] | string indices must be integers, not 'float'",
        "1/0 | division by zero",
        "'a' + 1 | can only concatenate str (not \"int\") to str",
        "1 + 'a' | unsupported operand type(s) for +: 'int' and 'str'",
        "-'a' | bad operand type for unary -: 'str'",
        "{[1]: 2} | unhashable type: 'list'",
        "{[1]: x} | name 'x' is not defined",
        "{[1], x} | name 'x' is not defined",
        "[*5] | Value after * must be an iterable, not int",
        "{*5} | 'int' object is not iterable",
        "{**5} | 'int' object is not a mapping",
        "write(1, *5) | Value after * must be an iterable, not int",
        "write(**{1: 2}) | keywords must be strings",
        "5(*3) | 5 argument after * must be an iterable, not int",
        "5(**3) | 5 argument after ** must be a mapping, not int",
        "write() | Notebook.write() missing 1 required positional argument: 'page'",
        "write(1, 2, 3) | Notebook.write() takes from 2 to 3 positional arguments but 4 were given",
        "write(foo=nothing) | name 'nothing' is not defined",
        "tear() | 'page'",
        "spin() | maximum recursion depth exceeded",
        "write('a' | '(' was never closed (<string>, line 1)",
        "exit() | Function call exit is not allowed.",
      })
  void errorsHaveTheTextOfPython(String call, String text) {
    assertThat(text(call)).isEqualTo(ERROR + text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "write(*5) | write() argument after * must be an iterable, not int",
        "write(**5) | write() argument after ** must be a mapping, not int",
        "write(*5, **5) | write() argument after ** must be a mapping, not int",
        "write(**{'page': 1}, page=2) | write() got multiple values for keyword argument 'page'",
        "write(page=1, **{'page': 2, 3: 4}) | write() got multiple values for keyword argument 'page'",
      })
  void errorsOfUnpackingNameTheMethodInFull(String call, String text) {
    assertThat(text(call))
        .isEqualTo(
            ERROR
                + "bfcl_eval.eval_checker.multi_turn_eval.func_source_code.Notebook.Notebook."
                + text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "write(range(3)) | name range",
        "type(1) | name type",
        "write(len) | name len",
        "[size(), sorted('ab', reverse=True)] | name sorted",
        "write(max(*page(0))) | name max",
        "exec('size()') | name exec",
        "open(file='a') | name open",
        "json.dumps({}) | name json.dumps",
        "json.loads('1') | name json",
        "copy('a') | name copy",
        "__import__('os').system('ls') | name __import__",
        "write(involved_classes) | name involved_classes",
        "write(m_eval_t_1_Notebook_instance) | name m_eval_t_1_Notebook_instance",
        "m_eval_t_1_Notebook_instance.write('a') | name m_eval_t_1_Notebook_instance",
        "write('a').foo | attribute .foo",
        "'a'.upper() | attribute .upper",
        "'exit'.x | attribute .x",
        "size().write('a') | attribute .m_eval_t_1_Notebook_instance",
        "size() is None | comparison is",
        "1 < 2 is not 3 | comparison < is not",
        "{1} < {2} | order of sets",
        "size() or 'a'[1:] | slice",
        "size() == 0 == 'a'[1:] | slice",
        "1 if size() else (lambda: 1) | lambda",
        "~5 | operator ~",
        "1 << 2 | operator <<",
        "[1] @ [2] | operator @",
        "'abc'[1:] | slice",
        "write([x for x in 'ab']) | list comprehension",
        "write((lambda: 1)()) | lambda",
        "write(f'{size()}') | f-string",
        "write('%s' % 5) | text formatting with %",
        "write(b'a') | bytes literal",
        "write((y := 5)) | assignment expression",
        "write(page=1, mark=range(1), foo=nothing) | name range",
        "write('a' * 2000000) | a value of more than 1048576 items, characters and bits",
        "[write('a'), 9 ** 9 ** 9] | a result of more than 8388608 bits or items",
      })
  void otherFormsAreRefusedBeforeAnythingRuns(String call, String form) {
    CallOutcome outcome = executor.execute(call);
    assertThat(outcome.text()).isEqualTo(ERROR + "unsupported expression: " + form);
    assertThat(outcome.status()).isEqualTo(Status.REFUSED);
    assertThat(outcome.refusedForm()).isEqualTo(form);
    assertThat(outcome.exception()).isNull();
    assertThat(ran()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[size(), nothing, range(1)]",
        "[size(), 1/0, range(1)]",
        "[size(), {[1]}, range(1)]",
        "[size(), len(5), range(1)]",
        "[size(), page is 1]",
        "[size(), nothing.lower()]",
        "[size(), 5(), range(1)]",
        "[size(), range(nothing)]",
        "[size(), exec(cmd='ls'), range(1)]",
      })
  void whatPythonStopsAtBeforeARefusedFormIsReachedAsInPython(String call) {
    CallOutcome outcome = executor.execute(call);
    assertThat(outcome.status()).isEqualTo(Status.RAISED);
    assertThat(ran()).containsExactly("size");
  }

  @Test
  void aTextOfAMethodThatPercentWouldFormatIsRefusedWhenItIsMet() {
    CallOutcome outcome = executor.execute("write('%s')['page'] % 5");
    assertThat(outcome.refusedForm()).isEqualTo("text formatting with %");
    assertThat(ran()).containsExactly("write");
  }

  @Test
  void aSmallListThatPrintsHugeIsRefusedAsAnArgument() {
    text("write([0])");
    CallOutcome outcome = executor.execute("size()");
    for (int i = 0; i < 30; i++) {
      outcome = executor.execute("write([page(-1), page(-1)])");
    }
    assertThat(outcome.refusedForm())
        .isEqualTo("a value of more than 1048576 items, characters and bits");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[%s]", "{'k': [%s]}", "{}[(%s)]"})
  void aValueThatPrintsHugeIsRefused(String call) {
    text("write('a' * 500000)");
    CallOutcome outcome = executor.execute(call.formatted("page(0), ".repeat(4500)));
    assertThat(outcome.refusedForm()).isEqualTo("a text of more than 16777216 characters");
    assertThat(ran()).hasSize(4501);
  }

  @Test
  void anExpressionTooDeepForPythonIsMalformed() {
    CallOutcome outcome = executor.execute("size()" + "+1".repeat(3100));
    assertThat(outcome.text())
        .isEqualTo(ERROR + "maximum recursion depth exceeded during compilation");
    assertThat(outcome.status()).isEqualTo(Status.MALFORMED);
    assertThat(ran()).isEmpty();
    assertThat(text("size()" + "+1".repeat(900))).isEqualTo("900");
  }

  @Test
  void literalsAreNewObjectsAtEachExecution() {
    PreparedCall call = PreparedCall.of("write([1, {'k': [2]}])", TestingNotebook.METHODS);
    executor.execute(call);
    ((PyList) notebook.pages.get(0)).add("changed");
    executor.execute(call);
    assertThat(PyDict.of("pages", notebook.pages))
        .hasToString("{'pages': [[1, {'k': [2]}, 'changed'], [1, {'k': [2]}]]}");
  }

  @Test
  void theObjectAResultHoldsIsTheOneANestedCallPassesOn() {
    text("write([1])");
    text("write(page(0))");
    assertThat(notebook.pages.get(1)).isSameAs(notebook.pages.get(0));
  }

  @Test
  void textLiteralsThatMentionAMethodCarryTheInstanceName() {
    assertThat(text("write('use write (x) or note (y)')"))
        .contains("use m_eval_t_1_Notebook_instance.write(x) or note(y)");
    assertThat(TestingNotebook.executor("other").execute("write('size(x)')").text())
        .contains("\"other.size(x)\"");
  }

  @Test
  void positionsInErrorsCountTheInstanceName() {
    int position = "m_eval_t_1_Notebook_instance.write('".length();
    assertThat(text("write('\ud83d')"))
        .isEqualTo(
            ERROR
                + "'utf-8' codec can't encode character '\\ud83d' in position "
                + position
                + ": surrogates not allowed");
  }

  @Test
  void anInstanceNameThatIsNoIdentifierMakesEveryMethodCallFail() {
    CallExecutor spaced = TestingNotebook.executor("my model");
    assertThat(spaced.execute("write('a')").text())
        .isEqualTo(ERROR + "invalid syntax (<string>, line 1)");
    assertThat(spaced.execute("1+2").text()).isEqualTo("3");
    CallExecutor added = TestingNotebook.executor("a+b");
    assertThat(added.execute("write('a')").text()).isEqualTo(ERROR + "name 'a' is not defined");
  }

  @Test
  void aCallPreparedForAnotherTableIsRejected() {
    PreparedCall foreign =
        PreparedCall.of("write(1)", MethodTable.of(List.of(TestingNotebook.TYPE)));
    assertThatThrownBy(() -> executor.execute(foreign))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write(1)");
  }

  @Test
  void theOutermostMethodThatRanIsReportedWithTheArgumentsGiven() {
    Invocation invocation = invocation("write(size(), mark='m')");
    assertThat(invocation.className()).isEqualTo("Notebook");
    assertThat(invocation.methodName()).isEqualTo("write");
    assertThat(invocation.stage()).isEqualTo(Invocation.Stage.BODY);
    assertThat(invocation.arguments()).containsExactly(entry("page", 0L), entry("mark", "m"));
    assertThat(invocation("write('a')").arguments()).containsOnlyKeys("page");
  }

  private Invocation invocation(String call) {
    return Objects.requireNonNull(executor.execute(call).invocation(), call);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tear()            | RAISED    | KEY_ERROR    | BODY",
        "write()           | RAISED    | TYPE_ERROR   | BINDING",
        "write(nothing)    | RAISED    | NAME_ERROR   | ARGUMENTS",
        "write(range(1))   | REFUSED   |              | ARGUMENTS",
        "nothing()         | RAISED    | NAME_ERROR   |",
        "[tear()]          | RAISED    | KEY_ERROR    |",
        "write(            | MALFORMED | SYNTAX_ERROR |",
        "run('x')          | DENIED    | EXCEPTION    |",
        "range(1)          | REFUSED   |              |",
        "size()            | RETURNED  |              | BODY",
      })
  void outcomesTellHowFarACallCame(
      String call, Status status, PyException.Kind exception, Invocation.Stage stage) {
    CallOutcome outcome = executor.execute(call);
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.exception()).isEqualTo(exception);
    Invocation invocation = outcome.invocation();
    assertThat(invocation == null ? null : invocation.stage()).isEqualTo(stage);
  }

  @Test
  void anErrorLeavesWhatRanBeforeItDone() {
    assertThat(text("[write('a'), tear()]")).isEqualTo(ERROR + "'page'");
    assertThat(notebook.pages.size()).isEqualTo(1);
  }

  @Test
  void noneIsPrintedAsPythonPrintsIt() {
    notebook.pages.add(PyNone.NONE);
    assertThat(text("page(0)")).isEqualTo("None");
  }
}
