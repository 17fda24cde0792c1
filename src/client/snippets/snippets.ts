import { clientGoSnippet } from "./client-go.ts";
import { clientNodeSnippet } from "./client-node.ts";
import { fetchSnippet } from "./fetch.ts";
import { kubectlSnippet } from "./kubectl.ts";
import type { Snippet, SnippetContext, SnippetRequest } from "./snippet.ts";
import { isWatch, parsePath } from "./parsed-path.ts";
import { shellCommand, shellWord } from "./shell.ts";

/** Returns the exact request as a curl command. */
function curlSnippet(request: SnippetRequest, { server }: SnippetContext): Snippet {
  const { method, target, headers, body } = request;
  const path = parsePath(target);
  const words = ["curl"];
  if (path !== undefined && isWatch(path)) words.push("-N");
  if (/[[\]{}]/.test(target)) words.push("-g");
  if (/(^|\/)\.\.?(\/|\?|$)/.test(target)) words.push("--path-as-is");
  if (method === "HEAD") words.push("-I");
  else if (method !== (body === "" ? "GET" : "POST")) words.push(`-X ${shellWord(method)}`);
  words.push(shellWord(server + target));
  for (const [name, value] of headers) words.push(`-H ${shellWord(value === "" ? `${name};` : `${name}: ${value}`)}`);
  if (body !== "" && !headers.some(([name]) => name.toLowerCase() === "content-type")) words.push("-H Content-Type:");
  if (body !== "") words.push(`--data-raw ${shellWord(body)}`);
  return { tool: "curl", language: "shell", text: shellCommand(words) };
}

/**
 * Returns a request as code for every tool that can send it: curl, kubectl if it has a command, fetch, client-node and
 * client-go.
 */
export function snippetsOf(request: SnippetRequest, context: SnippetContext): readonly Snippet[] {
  const kubectl = kubectlSnippet(request, context);
  return [
    curlSnippet(request, context),
    ...(kubectl === undefined ? [] : [kubectl]),
    fetchSnippet(request, context),
    clientNodeSnippet(request, context),
    clientGoSnippet(request, context),
  ];
}
