package org.sealflow.model.text;

/**
 * The place at which a chat template would now show earlier text in another way than it was shown:
 * it drops the thoughts of turns that are over, trims what the assistant said, or closes a turn
 * with another token. The ids of the conversation still go on as they were; what differs is what an
 * engine would see that renders the messages afresh.
 *
 * @param position the first character that differs, from 0
 * @param shown the text around there, as it was shown; at most {@value #EXCERPT} characters
 * @param rendered the text around there, as the template renders it now; as long at most
 */
public record PrefixBreak(int position, String shown, String rendered) {
  private static final int EXCERPT = 60;
  private static final int LEAD = 12;

  /** Compares two texts that differ. */
  static PrefixBreak between(String shown, String rendered) {
    int position = 0;
    int shorter = Math.min(shown.length(), rendered.length());
    while (position < shorter && shown.charAt(position) == rendered.charAt(position)) {
      position++;
    }
    return new PrefixBreak(position, excerpt(shown, position), excerpt(rendered, position));
  }

  private static String excerpt(String text, int from) {
    int start = Math.max(0, from - LEAD);
    return text.substring(start, Math.min(text.length(), start + EXCERPT));
  }

  /** One line that says what happened. */
  public String message() {
    return "the chat template rewrites earlier text at character "
        + position
        + ": shown was '"
        + oneLine(shown)
        + "', rendered is '"
        + oneLine(rendered)
        + "'; choose a template that keeps it, or train on what was shown";
  }

  private static String oneLine(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }
}
