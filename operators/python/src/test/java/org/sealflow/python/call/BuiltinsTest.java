package org.sealflow.python.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.python.call.CallOutcome.Status;

/** Every text was measured with CPython 3.11.7. */
class BuiltinsTest {
  private static CallOutcome execute(String call) {
    return TestingNotebook.executor().execute(call);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "abs(-2.5) | 2.5",
        "abs(True) | 1",
        "abs(-10**30) | 1000000000000000000000000000000",
        "len('aé😀') | 3",
        "len({1: 2}) | 1",
        "bool() | False",
        "bool('0') | True",
        "float() | 0.0",
        "float(' 1e3 ') | 1000.0",
        "float('-Infinity') | -inf",
        "float(True) | 1.0",
        "int() | 0",
        "int(' 1_0 ') | 10",
        "int(-2.9) | -2",
        "str() | ",
        "[str(1.0), str('a'), str([None, 'a'])] | ['1.0', 'a', \"[None, 'a']\"]",
        "list() | []",
        "list('ab') | ['a', 'b']",
        "list({'a': 1}) | ['a']",
        "tuple([1]) | (1,)",
        "set('aa') | {'a'}",
        "[dict(), dict(a=1, b=[2])] | [{}, {'a': 1, 'b': [2]}]",
        "max(1, 2.0, 2) | 2.0",
        "max(2, 2.0) | 2",
        "min(2.0, 2) | 2.0",
        "max('ab') | b",
        "max({'a': 1, 'b': 0}) | b",
        "min([[2], [1, 5]]) | [1, 5]",
        "sum([1, 2.5]) | 3.5",
        "sum(()) | 0",
        "sum({1: 2, 3: 4}) | 4",
        "sum([True, True]) | 2",
        "sorted('ba') | ['a', 'b']",
        "sorted({'b': 1, 'a': 2}) | ['a', 'b']",
        "round(2.5) | 2",
        "round(2.567, 1) | 2.6",
        "round(2.5, None) | 2",
        "round(5, -1) | 0",
        "pow(2, 3) | 8",
        "pow(2, -1) | 0.5",
        "print() | None",
        "print(1, 'a') | None",
        "max(*[1, 2]) | 2",
        "dict(**{'a': 1}) | {\"a\": 1}",
      })
  void functionsOfValuesAreComputed(String call, String text) {
    assertThat(execute(call).text()).isEqualTo(text == null ? "" : text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "len() | len() takes exactly one argument (0 given)",
        "len(1, 2) | len() takes exactly one argument (2 given)",
        "len(obj='a') | len() takes no keyword arguments",
        "len(None) | object of type 'NoneType' has no len()",
        "abs('a') | bad operand type for abs(): 'str'",
        "bool(1, 2) | bool expected at most 1 argument, got 2",
        "float(x=1) | float() takes no keyword arguments",
        "float('x') | could not convert string to float: 'x'",
        "float([]) | float() argument must be a string or a real number, not 'list'",
        "float(10**400) | int too large to convert to float",
        "int('1.5') | invalid literal for int() with base 10: '1.5'",
        "int(None) | int() argument must be a string, a bytes-like object or a real number, not 'NoneType'",
        "int(float('nan')) | cannot convert float NaN to integer",
        "int(x=1) | 'x' is an invalid keyword argument for int()",
        "int(1, 2, 3) | int() takes at most 2 arguments (3 given)",
        "str(x=1) | 'x' is an invalid keyword argument for str()",
        "str(1, 2, 3, 4) | str() takes at most 3 arguments (4 given)",
        "list(5) | 'int' object is not iterable",
        "list(1, 2) | list expected at most 1 argument, got 2",
        "set([[1]]) | unhashable type: 'list'",
        "dict(1, 2) | dict expected at most 1 argument, got 2",
        "max() | max expected at least 1 argument, got 0",
        "max([]) | max() arg is an empty sequence",
        "max(1, 'a') | '>' not supported between instances of 'str' and 'int'",
        "min(None, 1) | '<' not supported between instances of 'int' and 'NoneType'",
        "min(1, x=1) | 'x' is an invalid keyword argument for min()",
        "sum() | sum() takes at least 1 positional argument (0 given)",
        "sum('ab') | unsupported operand type(s) for +: 'int' and 'str'",
        "sum(1, 2, 3) | sum() takes at most 2 arguments (3 given)",
        "sum([1], x=1) | 'x' is an invalid keyword argument for sum()",
        "sorted() | sorted expected 1 argument, got 0",
        "sorted([2, 'a']) | '<' not supported between instances of 'str' and 'int'",
        "round() | round() missing required argument 'number' (pos 1)",
        "round('a') | type str doesn't define __round__ method",
        "round(1, 2, 3) | round() takes at most 2 arguments (3 given)",
        "round(1, x=1) | 'x' is an invalid keyword argument for round()",
        "pow() | pow() missing required argument 'base' (pos 1)",
        "pow('a', 2) | unsupported operand type(s) for ** or pow(): 'str' and 'int'",
        "pow(1, 2, 3, 4) | pow() takes at most 3 arguments (4 given)",
        "print(page='a') | 'page' is an invalid keyword argument for print()",
        "print(10**5000) | Exceeds the limit (4300 digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit",
        "exec(cmd=['ls']) | exec() takes at least 1 positional argument (0 given)",
        "eval() | eval expected at least 1 argument, got 0",
        "eval(x=1) | eval() takes no keyword arguments",
        "open(file_name='a') | open() missing required argument 'file' (pos 1)",
        "help(topic='a') | Helper.__call__() got an unexpected keyword argument 'topic'",
        "help(1, 2) | Helper.__call__() takes from 1 to 2 positional arguments but 3 were given",
        "copy.deepcopy(page=1) | deepcopy() got an unexpected keyword argument 'page'",
        "copy.deepcopy() | deepcopy() missing 1 required positional argument: 'x'",
        "json.dumps(page=1) | dumps() missing 1 required positional argument: 'obj'",
        "len(*5) | len() argument after * must be an iterable, not int",
        "max(nothing) | name 'nothing' is not defined",
      })
  void errorsHaveTheTextOfPython(String call, String text) {
    CallOutcome outcome = execute(call);
    assertThat(outcome.text()).isEqualTo("Error during execution: " + text);
    assertThat(outcome.status()).isEqualTo(Status.RAISED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int('7', 8)",
        "int('7', base=8)",
        "str(1, 'utf-8')",
        "str(object=1)",
        "dict([(1, 2)])",
        "dict({'a': 1})",
        "max([1], key=2)",
        "sum([1], 2)",
        "sum([1], start=2)",
        "sorted([1], reverse=True)",
        "round(number=1)",
        "pow(2, 3, 5)",
        "pow(base=1, exp=2)",
        "print(1, sep='')",
        "exec('1')",
        "eval('1')",
        "open('a')",
        "help()",
        "help('a')",
        "copy.deepcopy(1)",
        "json.dumps(1)",
        "range(3)",
        "repr(1)",
        "type(1)",
        "len(*write('ab'))"
      })
  void everythingElseIsRefused(String call) {
    assertThat(execute(call).status()).isEqualTo(Status.REFUSED);
  }
}
