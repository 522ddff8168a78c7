package org.sealflow.model.template;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.template.value.Values;

/**
 * {@code {% for target in iterable if condition %} … {% else %} … {% endfor %}}.
 *
 * @param condition which items count, or null for all
 * @param otherwise what is done where no turn came to its end: no item counted, or all were left by
 *     {@code break} or {@code continue}
 */
record ForLoop(
    Statement.Target target,
    TemplateExpression iterable,
    @Nullable TemplateExpression condition,
    Statement body,
    Statement otherwise)
    implements Statement {

  @Override
  public Flow render(Frame frame) {
    List<Object> items = items(frame);
    LoopVariable loop = new LoopVariable(items);
    boolean completed = false;
    for (int i = 0; i < items.size(); i++) {
      frame.run().step();
      Frame turn = frame.inner();
      loop.moveTo(i);
      turn.scope().set("loop", loop);
      target.assign(items.get(i), turn.scope());
      Flow flow = body.render(turn);
      completed |= flow == Flow.NEXT;
      if (flow == Flow.BREAK) {
        break;
      }
    }
    return completed ? Flow.NEXT : otherwise.render(frame.inner());
  }

  private List<Object> items(Frame frame) {
    List<Object> all = Values.iterate(iterable.evaluate(frame));
    if (condition == null) {
      return all;
    }
    List<Object> kept = new ArrayList<>();
    for (Object item : all) {
      frame.run().step();
      Frame candidate = frame.inner();
      target.assign(item, candidate.scope());
      if (Values.isTrue(condition.evaluate(candidate))) {
        kept.add(item);
      }
    }
    return kept;
  }
}
