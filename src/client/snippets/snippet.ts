import type { ServedResource } from "../discovery.ts";

/** A request to be shown as code. `body` is "" if there is none. */
export interface SnippetRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** The context of the code: the address of the server and its known resources. */
export interface SnippetContext {
  /** The server URL without a trailing slash: `http://127.0.0.1:8001`. */
  readonly server: string;
  readonly resources: readonly ServedResource[];
}

/** The code that sends a request with one tool. */
export interface Snippet {
  readonly tool: "curl" | "kubectl" | "fetch" | "client-node" | "client-go";
  readonly language: "shell" | "javascript" | "go";
  readonly text: string;
}

const headerOf = ({ headers }: SnippetRequest, name: string): string | undefined =>
  headers.find(([other]) => other.toLowerCase() === name)?.[1];

/** Returns the media type of the body without parameters. */
export const contentTypeOf = (request: SnippetRequest): string =>
  (headerOf(request, "content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
