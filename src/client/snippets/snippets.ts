import { clientNodeSnippet } from "./client-node.ts";
import { curlSnippet } from "./curl.ts";
import { fetchSnippet } from "./fetch.ts";
import { kubectlSnippet } from "./kubectl.ts";
import type { Snippet, SnippetContext, SnippetRequest } from "./snippet.ts";

/**
 * Returns a request as code for every tool that can send it: curl, kubectl if it has a command, fetch and client-node.
 */
export function snippetsOf(request: SnippetRequest, context: SnippetContext): readonly Snippet[] {
  const kubectl = kubectlSnippet(request, context);
  return [
    curlSnippet(request, context),
    ...(kubectl === undefined ? [] : [kubectl]),
    fetchSnippet(request, context),
    clientNodeSnippet(request, context),
  ];
}
