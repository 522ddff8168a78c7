package org.sealflow.model.template;

import java.time.Clock;
import java.time.ZonedDateTime;
import java.util.Map;
import org.sealflow.model.template.value.HostValues;
import org.sealflow.model.template.value.Run;
import org.sealflow.model.template.value.TemplateFault;
import org.sealflow.model.template.value.TemplateLimits;

/**
 * A template, read once and rendered as often as wanted, by any number of threads at once.
 *
 * <p>It differs from Jinja where nothing that Jinja renders is lost: what Python calls an iterator
 * is a list here; an unknown filter or test is a fault only where it is used. Left out are template
 * inheritance, imports, recursive loops, the escaping of HTML ({@code safe} changes nothing), and
 * {@code *} before arguments.
 */
public final class Template {
  private final String name;
  private final Statement statements;
  private final TemplateLimits limits;

  private Template(String name, Statement statements, TemplateLimits limits) {
    this.name = name;
    this.statements = statements;
    this.limits = limits;
  }

  /**
   * Reads a template, with the default limits.
   *
   * @param name what messages call it
   * @throws TemplateException for a template that is none: one line with the place
   */
  public static Template parse(String name, String source) {
    return parse(name, source, TemplateLimits.DEFAULT);
  }

  /**
   * Reads a template.
   *
   * @param name what messages call it
   * @throws TemplateException for a template that is none: one line with the place
   */
  public static Template parse(String name, String source, TemplateLimits limits) {
    try {
      return new Template(name, StatementParser.parse(Lexer.tokens(source)), limits);
    } catch (TemplateFault fault) {
      throw TemplateException.of(name, fault);
    }
  }

  /**
   * The text of the template for given variables.
   *
   * @param variables by their names: texts, numbers, booleans, null, lists and maps of such
   * @param clock the time and zone that {@code strftime_now} tells
   * @throws TemplateException if the template uses what is not there, raises or exceeds a limit
   * @throws IllegalArgumentException for a variable of another class
   */
  public String render(Map<String, ?> variables, Clock clock) {
    Run run = new Run(limits, ZonedDateTime.now(clock));
    Scope context = Scope.of(Functions.GLOBALS).inner();
    HostValues.variables(variables).forEach(context::set);
    Frame frame = new Frame(run, context.inner(), new Output(run));
    try {
      statements.render(frame);
    } catch (TemplateFault fault) {
      throw TemplateException.of(name, fault);
    } catch (StackOverflowError tooDeep) {
      // How much stack a level takes depends on what it holds, so no count alone keeps it.
      throw TemplateException.of(name, new TemplateFault("the template nests too deeply").at(1));
    }
    return frame.output().text();
  }
}
