import { bodyExpression, headersExpression } from "./javascript.ts";
import { isWatch, parsePath } from "./parsed-path.ts";
import type { Snippet, SnippetContext, SnippetRequest } from "./snippet.ts";

/** Returns the request as a `fetch` call. */
export function fetchSnippet(request: SnippetRequest, { server }: SnippetContext): Snippet {
  const text = `const response = await fetch(${JSON.stringify(server + request.target)}${initOf(request)});\n${readingOf(request)}`;
  return { tool: "fetch", language: "javascript", text };
}

function initOf({ method, headers, body }: SnippetRequest): string {
  const members = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: ${headersExpression(headers)}`]),
    ...(body === "" ? [] : [`body: ${bodyExpression(body, "  ")}`]),
  ];
  return members.length === 0 ? "" : `, {\n${members.map((member) => `  ${member},\n`).join("")}}`;
}

function readingOf({ target }: SnippetRequest): string {
  const path = parsePath(target);
  if (path === undefined) return "console.log(response.status, await response.text());\n";
  if (!isWatch(path)) return "console.log(response.status, await response.json());\n";
  return `let rest = "";
for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + part).split("\\n");
  rest = lines.pop();
  for (const line of lines) console.log(JSON.parse(line));
}
`;
}
