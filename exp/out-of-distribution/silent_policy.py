"""An OpenAI-compatible server whose model says one sentence and never calls a tool.

It is the floor of the table: what passes with it, passes because the reference solution changes nothing.
"""

import http.server
import json
import sys

SENTENCE = "I am sorry, I cannot help with that."


class Stub(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer({"object": "list", "data": [{"id": "silent", "object": "model"}]})

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        message = {"role": "assistant", "content": SENTENCE}
        self.answer({"model": "silent", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *ignored):
        pass


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    http.server.ThreadingHTTPServer(("127.0.0.1", port), Stub).serve_forever()
