package org.sealflow.model.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.TemplateFault;

/** Reads the statements of a template. */
final class StatementParser {
  private static final Set<String> TAGS =
      Set.of(
          "for", "if", "set", "macro", "call", "filter", "with", "generation", "break", "continue");

  private final TemplateReader tokens;
  private final TemplateExpressionParser expressions;
  private final PrimaryParser primaries;
  private int loops;

  private StatementParser(TemplateReader tokens) {
    this.tokens = tokens;
    this.expressions = new TemplateExpressionParser(tokens);
    this.primaries = expressions.primaries();
  }

  /**
   * The statements of a whole template.
   *
   * @throws TemplateFault with its line
   */
  static Statement parse(List<TemplateToken> tokens) {
    StatementParser parser = new StatementParser(new TemplateReader(tokens));
    Statement block = parser.block(Set.of());
    if (parser.tokens.current().kind() != TemplateToken.Kind.END) {
      throw parser.unknownTag(Set.of());
    }
    return block;
  }

  /** Statements up to a tag of one of the names, whose name is then the current token. */
  private Statement block(Set<String> ends) {
    tokens.enter();
    List<Statement.Block.Line> statements = new ArrayList<>();
    while (tokens.current().kind() != TemplateToken.Kind.END && !endsBlock(ends)) {
      int line = tokens.current().line();
      statements.add(new Statement.Block.Line(line, statement(ends)));
    }
    tokens.leave();
    return new Statement.Block(List.copyOf(statements));
  }

  private boolean endsBlock(Set<String> ends) {
    if (tokens.current().kind() != TemplateToken.Kind.TAG_BEGIN
        || !ends.contains(tokens.following().text())) {
      return false;
    }
    tokens.next();
    return true;
  }

  private Statement statement(Set<String> ends) {
    TemplateToken token = tokens.next();
    return switch (token.kind()) {
      case TEXT -> new Statement.Text(token.text());
      case PRINT_BEGIN -> print();
      default -> tag(ends);
    };
  }

  private Statement print() {
    Statement print = new Statement.Print(expressions.expressions());
    tokens.expectEnd(TemplateToken.Kind.PRINT_END);
    return print;
  }

  private Statement tag(Set<String> ends) {
    String name = tokens.current().text();
    if (tokens.current().kind() != TemplateToken.Kind.NAME || !TAGS.contains(name)) {
      throw unknownTag(ends);
    }
    tokens.next();
    return switch (name) {
      case "for" -> loop();
      case "if" -> condition();
      case "set" -> set();
      case "macro" -> macro();
      case "call" -> call();
      case "filter" -> filter();
      case "with" -> with();
      case "generation" -> new Statement.Generation(body("endgeneration"));
      default -> leave(name);
    };
  }

  private TemplateFault unknownTag(Set<String> ends) {
    List<String> expected = new ArrayList<>(TAGS.stream().sorted().toList());
    ends.stream().sorted().forEach(expected::add);
    return tokens.fault(
        "the tag "
            + tokens.current().described()
            + " is not known here, expected one of "
            + String.join(", ", expected));
  }

  /** The body of a tag that has been read up to its end, and the tag that closes it. */
  private Statement body(String closing) {
    tokens.expectEnd(TemplateToken.Kind.TAG_END);
    Statement body = block(Set.of(closing));
    close(closing);
    return body;
  }

  private void close(String closing) {
    if (!tokens.isName(closing)) {
      throw tokens.unexpected("'{% " + closing + " %}'");
    }
    tokens.next();
    tokens.expectEnd(TemplateToken.Kind.TAG_END);
  }

  private Statement loop() {
    Statement.Target target = target();
    tokens.expectName("in");
    TemplateExpression iterable = expressions.iterable();
    @Nullable TemplateExpression condition =
        tokens.acceptName("if") ? expressions.expression() : null;
    if (tokens.isName("recursive")) {
      throw tokens.fault("recursive loops are not known, use a macro that calls itself");
    }
    tokens.expectEnd(TemplateToken.Kind.TAG_END);
    loops++;
    Statement body = block(Set.of("else", "endfor"));
    loops--;
    Statement otherwise = tokens.acceptName("else") ? otherwise("endfor") : Statement.Block.EMPTY;
    close("endfor");
    return new ForLoop(target, iterable, condition, body, otherwise);
  }

  private Statement otherwise(String closing) {
    tokens.expectEnd(TemplateToken.Kind.TAG_END);
    return block(Set.of(closing));
  }

  private Statement condition() {
    List<Statement.If.Branch> branches = new ArrayList<>();
    do {
      int line = tokens.current().line();
      TemplateExpression condition = expressions.expressions();
      tokens.expectEnd(TemplateToken.Kind.TAG_END);
      Statement body = block(Set.of("elif", "else", "endif"));
      branches.add(new Statement.If.Branch(line, condition, body));
    } while (tokens.acceptName("elif"));
    Statement otherwise = tokens.acceptName("else") ? otherwise("endif") : Statement.Block.EMPTY;
    close("endif");
    return new Statement.If(List.copyOf(branches), otherwise);
  }

  private Statement set() {
    Statement.Target target = target();
    if (tokens.acceptOperator("=")) {
      Statement assignment = new Statement.Assign(target, expressions.expressions());
      tokens.expectEnd(TemplateToken.Kind.TAG_END);
      return assignment;
    }
    Statement.Filtering filtering = filtering();
    return new Statement.Capture(target, body("endset"), filtering);
  }

  private Statement.Filtering filtering() {
    List<TemplateExpression.Filtered> filters = new ArrayList<>();
    while (tokens.acceptOperator("|")) {
      filters.add(filterOfNothing());
    }
    return new Statement.Filtering(List.copyOf(filters));
  }

  private TemplateExpression.Filtered filterOfNothing() {
    return primaries.filter(new TemplateExpression.Literal(""));
  }

  /** {@code a}, {@code a.b}, {@code a, b} or {@code (a, b), c}. */
  private Statement.Target target() {
    Statement.Target first = singleTarget();
    if (!tokens.isOperator(",")) {
      return first;
    }
    List<Statement.Target> parts = new ArrayList<>();
    parts.add(first);
    while (tokens.acceptOperator(",")) {
      parts.add(singleTarget());
    }
    return new Statement.Target(List.copyOf(parts), "", null);
  }

  private Statement.Target singleTarget() {
    if (tokens.acceptOperator("(")) {
      Statement.Target inner = target();
      tokens.expectOperator(")");
      return inner;
    }
    String name = tokens.expectAnyName();
    String attribute = tokens.acceptOperator(".") ? tokens.expectAnyName() : null;
    return new Statement.Target(List.of(), name, attribute);
  }

  private Statement macro() {
    String name = tokens.expectAnyName();
    tokens.expectOperator("(");
    return new Statement.Define(definition(name, parameters(), "endmacro"));
  }

  private MacroDefinition definition(
      String name, List<MacroDefinition.Parameter> parameters, String closing) {
    Set<String> outside = Set.copyOf(primaries.names());
    primaries.names().clear();
    Statement body = ownBody(closing);
    Set<String> inside = Set.copyOf(primaries.names());
    primaries.names().addAll(outside);
    return new MacroDefinition(name, parameters, body, inside);
  }

  /** A loop around a macro is none to break from inside it. */
  private Statement ownBody(String closing) {
    int outer = loops;
    loops = 0;
    Statement body = body(closing);
    loops = outer;
    return body;
  }

  private List<MacroDefinition.Parameter> parameters() {
    List<MacroDefinition.Parameter> parameters = new ArrayList<>();
    while (!tokens.acceptOperator(")")) {
      String name = tokens.expectAnyName();
      @Nullable TemplateExpression fallback =
          tokens.acceptOperator("=") ? expressions.expression() : null;
      parameters.add(new MacroDefinition.Parameter(name, fallback));
      if (!tokens.isOperator(")")) {
        tokens.expectOperator(",");
      }
    }
    return List.copyOf(parameters);
  }

  private Statement call() {
    List<MacroDefinition.Parameter> parameters =
        tokens.acceptOperator("(") ? parameters() : List.of();
    if (!(expressions.expression() instanceof TemplateExpression.Call call)) {
      throw tokens.fault("'call' expects the call of a macro");
    }
    return new Statement.CallBlock(call, definition("caller", parameters, "endcall"));
  }

  private Statement filter() {
    List<TemplateExpression.Filtered> filters = new ArrayList<>();
    do {
      filters.add(filterOfNothing());
    } while (tokens.acceptOperator("|"));
    return new Statement.FilterBlock(
        ownBody("endfilter"), new Statement.Filtering(List.copyOf(filters)));
  }

  private Statement with() {
    Map<Statement.Target, TemplateExpression> variables = new LinkedHashMap<>();
    while (tokens.current().kind() != TemplateToken.Kind.TAG_END) {
      Statement.Target target = target();
      tokens.expectOperator("=");
      variables.put(target, expressions.expression());
      if (tokens.current().kind() != TemplateToken.Kind.TAG_END) {
        tokens.expectOperator(",");
      }
    }
    return new Statement.With(variables, body("endwith"));
  }

  private Statement leave(String name) {
    if (loops == 0) {
      throw tokens.fault("'" + name + "' stands in no loop");
    }
    tokens.expectEnd(TemplateToken.Kind.TAG_END);
    return new Statement.Leave(name.equals("break") ? Flow.BREAK : Flow.CONTINUE);
  }
}
