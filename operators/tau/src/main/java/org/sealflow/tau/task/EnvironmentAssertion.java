package org.sealflow.tau.task;

/** A function that must give a truth value at the end of a conversation. */
public record EnvironmentAssertion(FunctionCall call, boolean expected) {}
