// An agent of plain fetch: asks for a stream, calls its tool, asks again.
const [baseUrl] = process.argv.slice(2);
const messages = [{ role: "user", content: "Which files are here, says Node?" }];

async function ask() {
  const answer = await fetch(`${baseUrl}/chat/completions`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer sk-node" },
    body: JSON.stringify({ model: "any", stream: true, messages }),
  });
  const message = { role: "assistant", content: "", tool_calls: [] };
  let text = "";
  for await (const bytes of answer.body.pipeThrough(new TextDecoderStream())) text += bytes;
  for (const line of text.split("\n")) {
    if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
    const delta = JSON.parse(line.slice(6)).choices[0]?.delta ?? {};
    message.content += delta.content ?? "";
    for (const part of delta.tool_calls ?? []) {
      const call = (message.tool_calls[part.index] ??= {
        id: part.id,
        type: "function",
        function: { name: part.function.name, arguments: "" },
      });
      call.function.arguments += part.function.arguments ?? "";
    }
  }
  if (message.tool_calls.length === 0) delete message.tool_calls;
  return message;
}

let message;
do {
  message = await ask();
  messages.push(message);
  for (const call of message.tool_calls ?? []) {
    messages.push({ role: "tool", tool_call_id: call.id, content: '["a.txt"]' });
  }
} while (message.tool_calls);
console.log(message.content);
