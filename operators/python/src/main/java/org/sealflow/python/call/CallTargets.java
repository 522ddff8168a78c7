package org.sealflow.python.call;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.Expression.Attribute;
import org.sealflow.python.syntax.Expression.Call;
import org.sealflow.python.syntax.Expression.Name;
import org.sealflow.python.syntax.Expressions;

/** Tells which calls of a parsed text are calls of a method of the table. */
interface CallTargets {
  /** The method the call calls, or null if its function is anything else. */
  MethodTable.@Nullable Target target(Call call);

  /** How many calls of the expression call a method of the table, wherever they stand in it. */
  default int countIn(Expression expression) {
    int count = expression instanceof Call call && target(call) != null ? 1 : 0;
    for (Expression child : Expressions.children(expression)) {
      count += countIn(child);
    }
    return count;
  }

  /**
   * For a text rewritten without instance names: the rewriting would have reached exactly the calls
   * whose name touches its bracket. {@code (cat)('a')} is none of them: there {@code cat} stays a
   * name nobody defined.
   */
  static CallTargets withoutNames(MethodTable methods) {
    return call -> {
      if (!(call.function() instanceof Name name)) {
        return null;
      }
      MethodTable.Target target = methods.target(name.id());
      return target != null && touchesBracket(call.source(), name.id()) ? target : null;
    };
  }

  private static boolean touchesBracket(String source, String name) {
    return source.length() > name.length()
        && source.charAt(name.length()) == '('
        && source.startsWith(name);
  }

  /**
   * For a fully rewritten text.
   *
   * @param instanceNames in the order of the table's classes
   */
  static CallTargets withNames(MethodTable methods, List<String> instanceNames) {
    return call -> {
      if (!(call.function() instanceof Attribute attribute)
          || !(attribute.value() instanceof Name owner)) {
        return null;
      }
      MethodTable.Target target = methods.target(attribute.name());
      return target != null && instanceNames.get(target.instance()).equals(owner.id())
          ? target
          : null;
    };
  }
}
