// An agent of OpenAI's own client: it streams, runs its tool and asks again until words come.
import OpenAI from "openai";

const [baseURL, episode] = process.argv.slice(2);
const client = new OpenAI({
  baseURL,
  apiKey: "sk-openai",
  maxRetries: 0,
  defaultHeaders: { "X-Sealflow-Episode": episode },
});
const runner = client.chat.completions.runTools({
  model: "any",
  stream: true,
  messages: [{ role: "user", content: "Which files are here?" }],
  tools: [
    {
      type: "function",
      function: {
        name: "ls",
        description: "Lists files.",
        parameters: { type: "object", properties: { all: { type: "boolean" } } },
        parse: JSON.parse,
        function: ({ all }) => (all ? '["a.txt"]' : "[]"),
      },
    },
  ],
});
console.log(await runner.finalContent());
