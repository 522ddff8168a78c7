package org.sealflow.generate.family;

import java.util.List;
import org.sealflow.python.PyList;

/** Requests to the posting service. */
final class PostFamilies {
  static final String CLASS = "TwitterAPI";

  private PostFamilies() {}

  static List<Family> all() {
    return List.of(
        of(
            "posts.post",
            PostFamilies::post,
            """
            Post {text}.
            Tweet {text} for me.
            Write a tweet that says {text}.
            * Please post a tweet that says {text}.
            ? text
            * Post something.
            Tweet something for me.
            Write a tweet.
            Please post a tweet.
            """),
        of(
            "posts.post-tag",
            PostFamilies::postTagged,
            """
            Post {text} with the tag {tag}.
            Tweet {text} with the tag {tag} for me.
            * Write a tweet with the tag {tag} that says {text}.
            Please post {text} and add the tag {tag}.
            ? text
            Post something with the tag {tag}.
            Tweet something with the tag {tag} for me.
            Write a tweet with the tag {tag}.
            * Please post something and add the tag {tag}.
            """),
        of(
            "posts.comment",
            PostFamilies::comment,
            """
            * Comment {text} on tweet {tweet}.
            Write the comment {text} under tweet {tweet}.
            Tweet {tweet} should get the comment {text}.
            Please comment {text} under tweet {tweet}.
            ? text
            Comment something on tweet {tweet}.
            * Write a comment under tweet {tweet}.
            Tweet {tweet} should get a comment.
            Please write a comment on tweet {tweet}.
            ? tweet
            Comment {text} on a tweet.
            Write the comment {text} under that tweet.
            One tweet should get the comment {text}.
            * Please comment {text} under a tweet.
            """),
        of(
            "posts.share",
            PostFamilies::share,
            """
            * Share tweet {tweet}.
            Retweet the tweet {tweet}.
            Tweet {tweet} should be shared.
            Please share the tweet {tweet}.
            ? tweet
            Share a tweet.
            * Retweet one of the tweets.
            One tweet should be shared.
            Please share one tweet.
            """),
        of(
            "posts.follow",
            PostFamilies::follow,
            """
            Follow {user}.
            Start to follow the user {user}.
            * I want to follow {user}.
            Please follow the user {user}.
            ? user
            * Follow somebody.
            Start to follow a user.
            I want to follow somebody new.
            Please follow a user.
            """),
        of(
            "posts.unfollow",
            PostFamilies::unfollow,
            """
            Unfollow {user}.
            * Do not follow the user {user} any more.
            I want to unfollow {user}.
            Please unfollow the user {user}.
            ? user
            Unfollow somebody.
            Do not follow one of the users any more.
            * I want to unfollow a user.
            Please unfollow a user.
            """),
        of(
            "posts.mention",
            PostFamilies::mention,
            """
            Mention {user} in tweet {tweet}.
            Tweet {tweet} should mention {user}.
            Add a mention of {user} to tweet {tweet}.
            * Please mention {user} in the tweet {tweet}.
            ? user
            Mention somebody in tweet {tweet}.
            * Tweet {tweet} should mention somebody.
            Add a mention to tweet {tweet}.
            Please mention somebody in the tweet {tweet}.
            """),
        of(
            "posts.search",
            PostFamilies::search,
            """
            Search the tweets for {word}.
            Which tweets say {word}?
            * Find {word} in the tweets.
            Please find the tweets with {word}.
            ? word
            Search the tweets for a word.
            Which tweets say that word?
            Find a word in the tweets.
            * Please find the tweets with a word.
            """),
        of(
            "posts.get",
            turn -> turn.call("get_tweet", "tweet_id", tweet(turn)),
            """
            * Show me tweet {tweet}.
            What does tweet {tweet} say?
            Read tweet {tweet} to me.
            Please show me the tweet {tweet}.
            ? tweet
            Show me a tweet.
            What does that tweet say?
            * Read a tweet to me.
            Please show me one tweet.
            """),
        of(
            "posts.comments",
            turn -> turn.call("get_tweet_comments", "tweet_id", tweet(turn)),
            """
            Show me the comments on tweet {tweet}.
            Which comments does tweet {tweet} have?
            Read the comments under tweet {tweet} to me.
            * Please show me the comments under tweet {tweet}.
            ? tweet
            * Show me the comments on a tweet.
            Which comments does that tweet have?
            Read the comments under a tweet to me.
            Please show me the comments under a tweet.
            """),
        of(
            "posts.stats",
            PostFamilies::stats,
            """
            How many tweets does the user {user} have?
            * Count the tweets of the user {user}.
            Give me the number of tweets by user {user}.
            Please count the tweets by user {user}.
            ? user
            How many tweets does that user have?
            Count the tweets of a user.
            Give me the number of tweets by a user.
            * Please count the tweets by that user.
            """),
        of(
            "posts.by-user",
            PostFamilies::byUser,
            """
            * Show me all tweets by user {user}.
            Which tweets did the user {user} write?
            List the tweets of the user {user}.
            Please list all tweets by user {user}.
            ? user
            Show me all tweets by a user.
            * Which tweets did that user write?
            List the tweets of a user.
            Please list all tweets by that user.
            """),
        of(
            "posts.following",
            turn -> turn.call("list_all_following"),
            """
            Who do I follow?
            List the users I follow.
            * Show me everybody I follow.
            Please list everybody I follow.
            """),
        of(
            "posts.login",
            PostFamilies::login,
            """
            * Sign in to the tweets as {user} with password {password}.
            Sign me in to the tweets, user {user}, password {password}.
            Use the tweets as {user} with the password {password}.
            Please sign me in to the tweets as {user} with password {password}.
            ? password
            Sign in to the tweets as {user}.
            * Sign me in to the tweets, user {user}.
            Use the tweets as {user}.
            Please sign me in to the tweets as {user}.
            """),
        of(
            "posts.post-comment",
            PostFamilies::postAndComment,
            """
            Post {text} and comment {comment} on it.
            Tweet {text}, then write the comment {comment} under it.
            * Write a tweet that says {text} and add the comment {comment}.
            Please post {text} and write the comment {comment} under it.
            """),
        of(
            "posts.share-comment",
            PostFamilies::shareAndComment,
            """
            Share tweet {tweet} and comment {text} on it.
            Retweet the tweet {tweet}, then write the comment {text} under it.
            Share the tweet {tweet} and add the comment {text}.
            * Please share tweet {tweet} and write the comment {text} under it.
            """));
  }

  private static Family of(String id, Family.Plan plan, String wordings) {
    return Family.of(id, CLASS, plan, wordings);
  }

  private static PostStage stage(Turn turn) {
    return turn.stage(PostStage.class);
  }

  private static long tweet(Turn turn) {
    return turn.slot("tweet", Stages.pick(turn.draws(), stage(turn).posts()));
  }

  private static long takeUnshared(Turn turn) {
    return turn.slot("tweet", Stages.take(turn.draws(), stage(turn).unshared()));
  }

  private static String text(Turn turn, String slot) {
    return turn.quoted(slot, turn.values().text(2, 3));
  }

  private static void post(Turn turn) {
    turn.call("post_tweet", "content", text(turn, "text"));
  }

  private static void postTagged(Turn turn) {
    String text = text(turn, "text");
    String tag = turn.slot("tag", "#" + turn.values().word());
    turn.call("post_tweet", "content", text, "tags", PyList.of(tag));
  }

  private static void comment(Turn turn) {
    long tweet = tweet(turn);
    turn.call("comment", "tweet_id", tweet, "comment_content", text(turn, "text"));
  }

  private static void share(Turn turn) {
    turn.call("retweet", "tweet_id", takeUnshared(turn));
  }

  private static void follow(Turn turn) {
    turn.call("follow_user", "username_to_follow", turn.slot("user", turn.values().name()));
  }

  private static void unfollow(Turn turn) {
    String user = Stages.take(turn.draws(), stage(turn).followed());
    turn.call("unfollow_user", "username_to_unfollow", turn.slot("user", user));
  }

  private static void mention(Turn turn) {
    String user = turn.slot("user", "@" + turn.values().name());
    turn.call("mention", "tweet_id", tweet(turn), "mentioned_usernames", PyList.of(user));
  }

  private static void search(Turn turn) {
    String word = turn.quoted("word", Stages.pick(turn.draws(), stage(turn).words()));
    turn.call("search_tweets", "keyword", word);
  }

  private static String author(Turn turn) {
    boolean self = turn.draws().chance(0.5);
    return turn.slot("user", self ? stage(turn).account() : turn.values().name());
  }

  private static void stats(Turn turn) {
    turn.call("get_user_stats", "username", author(turn));
  }

  private static void byUser(Turn turn) {
    turn.call("get_user_tweets", "username", turn.slot("user", stage(turn).account()));
  }

  private static void login(Turn turn) {
    turn.call(
        "authenticate_twitter",
        "username",
        turn.slot("user", stage(turn).account()),
        "password",
        turn.slot("password", stage(turn).password()));
  }

  private static void postAndComment(Turn turn) {
    Object id = turn.call("post_tweet", "content", text(turn, "text")).field("id");
    turn.call("comment", "tweet_id", id, "comment_content", text(turn, "comment"));
  }

  private static void shareAndComment(Turn turn) {
    long tweet = takeUnshared(turn);
    turn.call("retweet", "tweet_id", tweet);
    turn.call("comment", "tweet_id", tweet, "comment_content", text(turn, "text"));
  }
}
