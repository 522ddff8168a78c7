package org.sealflow.python.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.sealflow.python.PyException;
import org.sealflow.python.syntax.ExpressionParser;

/** Texts of errors of the grammar. Every row was measured with CPython 3.11.7. */
class SyntaxErrorTest {
  private record Row(String source, String message, int line) {}

  private static Row row(String source, String message) {
    return new Row(source, message, 1);
  }

  private static Row row(String source, String message, int line) {
    return new Row(source, message, line);
  }

  private static void verify(Row... rows) {
    for (Row row : rows) {
      PyException error =
          catchThrowableOfType(PyException.class, () -> ExpressionParser.parse(row.source));
      assertThat(error).as(row.source).isNotNull();
      assertThat(error.kind()).as(row.source).isEqualTo(PyException.Kind.SYNTAX_ERROR);
      assertThat(error.text())
          .as(row.source)
          .isEqualTo(row.message + " (<string>, line " + row.line + ")");
    }
  }

  @Test
  void whatRealModelsWriteIsReportedAsPythonDoes() {
    verify(
        row("ls<|channel|>commentary(a=False)", "invalid syntax"),
        row("functions.ls<|channel|>json()", "invalid syntax"),
        row("cat(file_name='a'\u00a0)", "invalid non-printable character U+00A0"),
        row("add(a=1,000)", "positional argument follows keyword argument"),
        row(
            "cat(file-name='x')",
            "expression cannot contain assignment, perhaps you meant \"==\"?"),
        row("<tool_call>ls()</tool_call>", "invalid syntax"),
        row("```ls()```", "invalid syntax"),
        row("ls();", "invalid syntax"),
        row("I will now call ls()", "invalid syntax"),
        row("cat(file name='x')", "invalid syntax. Perhaps you forgot a comma?"),
        row("cat(file_name=my file.txt)", "invalid syntax. Perhaps you forgot a comma?"),
        row("send(message='I've arrived')", "unterminated string literal (detected at line 1)"),
        row("cat(\u201ca.txt\u201d)", "invalid character '\u201c' (U+201C)"),
        row("cat(file_name:'a.txt')", "invalid syntax"),
        row("x = ls()", "invalid syntax"),
        row("ls() && pwd()", "invalid syntax"),
        row("cd ..", "invalid syntax"),
        row("cat(class='x')", "invalid syntax"),
        row("{\"name\": \"ls\", \"arguments\": {}}}", "unmatched '}'"),
        row("ls(a=True", "'(' was never closed"),
        row("echo(content=\"He said \"hi\"\")", "invalid syntax. Perhaps you forgot a comma?"),
        row("add(5km, 2)", "invalid decimal literal"),
        row("add($5, 2)", "invalid syntax"),
        row("add(5%, 2)", "invalid syntax"),
        row("find(path=., name='x')", "invalid syntax"),
        row("- ls()\n- pwd()", "invalid syntax", 2),
        row("ls()\npwd()", "invalid syntax", 2),
        row("ls()\n  pwd()", "unexpected indent", 2),
        row("Sure!\nls()\ndon't", "unterminated string literal (detected at line 3)", 3));
  }

  @Test
  void operandsSideBySideAskForACommaInsideBracketsOnly() {
    verify(
        row("f(1 2)", "invalid syntax. Perhaps you forgot a comma?"),
        row("f(a.b c)", "invalid syntax. Perhaps you forgot a comma?"),
        row("[1 2]", "invalid syntax. Perhaps you forgot a comma?"),
        row("{'a' 1}", "invalid syntax. Perhaps you forgot a comma?"),
        row("f(x=1 y=2)", "invalid syntax. Perhaps you forgot a comma?"),
        row("f(1, 2 3)", "invalid syntax. Perhaps you forgot a comma?"),
        row("x[a b]", "invalid syntax. Perhaps you forgot a comma?"),
        row("(a b)", "invalid syntax. Perhaps you forgot a comma?"),
        row("a b", "invalid syntax"),
        row("f(a) g()", "invalid syntax"),
        row("f(a 'b')", "invalid syntax"),
        row("f('b' a)", "invalid syntax. Perhaps you forgot a comma?"),
        row("f(match x)", "invalid syntax"),
        row("f(m x)", "invalid syntax"),
        row("f(_ x)", "invalid syntax"),
        row("f(x _)", "invalid syntax. Perhaps you forgot a comma?"),
        row("1 {a b}", "invalid syntax. Perhaps you forgot a comma?"),
        row("1 {2}", "invalid syntax"),
        row("f(a not b)", "invalid syntax. Perhaps you forgot a comma?"),
        row("f(... x)", "invalid syntax. Perhaps you forgot a comma?"),
        row("f(print x)", "Missing parentheses in call to 'print'. Did you mean print(...)?"),
        row("print 'x'", "Missing parentheses in call to 'print'. Did you mean print(...)?"),
        row("f(exec x, 1)", "Missing parentheses in call to 'exec'. Did you mean exec(...)?"),
        row("(print x y)", "invalid syntax. Perhaps you forgot a comma?"),
        row("f(1 if 2)", "expected 'else' after 'if' expression"),
        row("1 if 2", "expected 'else' after 'if' expression"),
        row("f(1 if 2 3)", "expected 'else' after 'if' expression"),
        row("f(a if b else)", "invalid syntax"));
  }

  @Test
  void argumentsInTheWrongForm() {
    verify(
        row("f(a='a', a='b')", "keyword argument repeated: a"),
        row("f(a=1,b=2,b=3,a=4)", "keyword argument repeated: a"),
        row("f(a=1, b)", "positional argument follows keyword argument"),
        row("f(**a, b)", "positional argument follows keyword argument unpacking"),
        row("f(**a, *b)", "iterable argument unpacking follows keyword argument unpacking"),
        row("f(a, *)", "invalid syntax"),
        row("f(*a, *)", "iterable argument unpacking follows keyword argument unpacking"),
        row("f(a=1, *)", "iterable argument unpacking follows keyword argument unpacking"),
        row("f(**)", "invalid syntax"),
        row("f(*)", "invalid syntax"),
        row("f(,)", "invalid syntax"),
        row("f(a,,b)", "invalid syntax"),
        row("f(=1)", "invalid syntax"),
        row("f(a=)", "invalid syntax"),
        row("f('a'=1)", "expression cannot contain assignment, perhaps you meant \"==\"?"),
        row("f(1=1)", "expression cannot contain assignment, perhaps you meant \"==\"?"),
        row("f(a.b=1)", "expression cannot contain assignment, perhaps you meant \"==\"?"),
        row("f(g()=1)", "expression cannot contain assignment, perhaps you meant \"==\"?"),
        row("f((a)=1)", "expression cannot contain assignment, perhaps you meant \"==\"?"),
        row("f(a+b=1)", "expression cannot contain assignment, perhaps you meant \"==\"?"),
        row("f(None=1)", "cannot assign to None"),
        row("f(True=1)", "cannot assign to True"),
        row("f(a=b=c)", "invalid syntax"),
        row("f(a.b:=1)", "invalid syntax"),
        row("f(x for x in y, 1)", "Generator expression must be parenthesized"),
        row("f(x for x in y, )", "Generator expression must be parenthesized"),
        row("f(a, x for x in y)", "Generator expression must be parenthesized"),
        row("f(a=b for x in y)", "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"),
        row("f(*a for x in y)", "iterable unpacking cannot be used in comprehension"),
        row("f(class=1)", "invalid syntax"),
        row("f(if)", "invalid syntax"),
        row("f(a:b)", "invalid syntax"),
        row("f(a;b)", "invalid syntax"),
        row("f(__debug__=1)", "cannot assign to __debug__"));
  }

  @Test
  void displaysAndComprehensionsInTheWrongForm() {
    verify(
        row("{'a':}", "expression expected after dictionary key and ':'"),
        row("{a:b, c}", "':' expected after dictionary key"),
        row("{a:b, c:}", "expression expected after dictionary key and ':'"),
        row("{a: *b}", "cannot use a starred expression in a dictionary value"),
        row("{*a: 1}", "invalid syntax"),
        row("{**a for x in y}", "dict unpacking cannot be used in dict comprehension"),
        row("[*a for x in y]", "iterable unpacking cannot be used in comprehension"),
        row("[a, b for x in y]", "did you forget parentheses around the comprehension target?"),
        row("[a, for x in y]", "did you forget parentheses around the comprehension target?"),
        row("(a, b for x in y)", "invalid syntax"),
        row("(*a)", "cannot use starred expression here"),
        row("(**a)", "cannot use double starred expression here"),
        row("(a=1)", "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"),
        row("[a=1]", "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"),
        row("(a.b=1)", "cannot assign to attribute here. Maybe you meant '==' instead of '='?"),
        row("(f()=1)", "cannot assign to function call here. Maybe you meant '==' instead of '='?"),
        row("(1=2)", "cannot assign to literal here. Maybe you meant '==' instead of '='?"),
        row("([a]=1)", "invalid syntax"),
        row("(a.b:=1)", "cannot use assignment expressions with attribute"),
        row("x := 5", "invalid syntax"),
        row("x[]", "invalid syntax"),
        row("[x for x]", "invalid syntax"),
        row("[x for x y]", "invalid syntax. Perhaps you forgot a comma?"),
        row("[x for 1 in y]", "cannot assign to literal"),
        row("[x for f() in y]", "cannot assign to function call"),
        row("[x for (x,1) in y]", "cannot assign to literal"),
        row("[x for x in y z]", "invalid syntax"),
        row("[x for *a in y]", "starred assignment target must be in a list or tuple"),
        row("*a", "invalid syntax"),
        row("**a", "invalid syntax"),
        row("a,,b", "invalid syntax"),
        row("updates{'priority':}", "expression expected after dictionary key and ':'"));
  }

  @Test
  void lambdasInTheWrongForm() {
    verify(
        row("lambda *: 1", "named arguments must follow bare *"),
        row("lambda *, **k: 1", "named arguments must follow bare *"),
        row("lambda a=1, b: 1", "non-default argument follows default argument"),
        row("lambda (a): 1", "Lambda expression parameters cannot be parenthesized"),
        row("lambda /: 1", "invalid syntax"),
        row("lambda /, a: 1", "at least one argument must precede /"),
        row("lambda a, /, b, /: 1", "/ may appear only once"),
        row("lambda *a, /: 1", "/ must be ahead of *"),
        row("lambda a, /*: 1", "expected comma between / and *"),
        row("lambda **a, b: 1", "arguments cannot follow var-keyword argument"),
        row("lambda **a=1: 1", "var-keyword argument cannot have default value"),
        row("lambda *a=1: 1", "var-positional argument cannot have default value"),
        row("lambda *a, *b: 1", "* argument may appear only once"),
        row("f(lambda x=)", "expected default value expression"),
        row("lambda x", "invalid syntax"),
        row("lambda a, a: 1", "duplicate argument 'a' in function definition"));
  }

  @Test
  void whatOnlyTheCompilerRefuses() {
    verify(
        row("await x", "'await' outside function"),
        row("lambda: await x", "'await' outside async function"),
        row("(yield)", "'yield' outside function"),
        row("(yield *a)", "'yield' outside function"),
        row("lambda: (yield *a)", "can't use starred expression here"),
        row("[(yield) for x in y]", "'yield' inside list comprehension"),
        row("{(yield) for x in y}", "'yield' inside set comprehension"),
        row("{(yield): 1 for x in y}", "'yield' inside dict comprehension"),
        row("((yield) for x in y)", "'yield' inside generator expression"),
        row("[x for x in (yield)]", "'yield' outside function"),
        row("lambda: [(yield) for x in y]", "'yield' inside list comprehension"),
        row(
            "[await x for x in y]",
            "asynchronous comprehension outside of an asynchronous function"),
        row(
            "[x async for x in y]",
            "asynchronous comprehension outside of an asynchronous function"),
        row(
            "[i := 0 for i in x]",
            "assignment expression cannot rebind comprehension iteration variable 'i'"),
        row(
            "[x for x in (y := z)]",
            "assignment expression cannot be used in a comprehension iterable expression"),
        row(
            "[[(x := 1) for z in w] for x in y]",
            "assignment expression cannot rebind comprehension iteration variable 'x'"),
        row("(__debug__ := 1)", "cannot assign to __debug__"),
        row("[1 for *a, *b in c]", "multiple starred expressions in assignment"),
        row("f(g(b=1,b=2),a=1,a=2)", "keyword argument repeated: a"),
        row("f(a=1,a=2) if g(b=1,b=2) else 3", "keyword argument repeated: b"),
        row("[f(a=1,a=2), lambda x,x: 1]", "duplicate argument 'x' in function definition"));
  }
}
