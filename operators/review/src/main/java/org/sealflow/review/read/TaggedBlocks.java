package org.sealflow.review.read;

import java.util.ArrayList;
import java.util.List;

/**
 * The blocks of a text between an opening and a closing tag: the shortest ones, from the left.
 * Found in one pass, however many tags are left open.
 *
 * @param contents the texts between the tags, in order
 * @param rest the text without the blocks
 */
record TaggedBlocks(List<String> contents, String rest) {
  /**
   * The blocks of a tag.
   *
   * @param tag its name, such as {@code tools}
   */
  static TaggedBlocks of(String tag, String text) {
    String opening = "<" + tag + ">";
    String closing = "</" + tag + ">";
    List<String> contents = new ArrayList<>();
    StringBuilder rest = new StringBuilder();
    int at = 0;
    int open = text.indexOf(opening);
    while (open >= 0) {
      int begin = open + opening.length();
      int end = text.indexOf(closing, begin);
      if (end < 0) {
        break;
      }
      rest.append(text, at, open);
      contents.add(text.substring(begin, end));
      at = end + closing.length();
      open = text.indexOf(opening, at);
    }
    return new TaggedBlocks(contents, rest.append(text, at, text.length()).toString());
  }
}
