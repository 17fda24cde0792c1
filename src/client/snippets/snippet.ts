import type { ServedResource } from "../discovery.ts";

/** A request to be shown as code. `body` is "" where there is none. */
export interface SnippetRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Where the code will run: the server's address, and what is known of its resources. */
export interface SnippetContext {
  /** `http://127.0.0.1:8001`, without a slash at its end. */
  readonly server: string;
  readonly resources: readonly ServedResource[];
}

/** One way to send a request. */
export interface Snippet {
  readonly tool: "curl" | "kubectl" | "fetch" | "client-node";
  readonly language: "shell" | "javascript";
  readonly text: string;
}

const headerOf = ({ headers }: SnippetRequest, name: string): string | undefined =>
  headers.find(([other]) => other.toLowerCase() === name)?.[1];

/** The type of a body, without parameters. */
export const contentTypeOf = (request: SnippetRequest): string =>
  (headerOf(request, "content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
