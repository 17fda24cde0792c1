import { consoleAgent, isKubeObject } from "../../data/send.ts";
import type { Question } from "../../encodings/encodings.ts";
import { readTarget, splitTarget, targetOf, type TargetParts } from "../../kube/resource.ts";
import { readJson } from "./answer-words.ts";
import { headersOf } from "./draft.ts";
import type { Run } from "./run.ts";

/** How the response can be requested again, or the reason why it cannot. */
export type Repeatable =
  | { readonly kind: "question"; readonly question: Question; readonly note?: string }
  | { readonly kind: "never"; readonly words: string };

/** Reads are repeated unchanged. Writes must not be repeated, so the resulting object is read instead. */
export function repeatable(run: Run): Repeatable {
  const { method, target } = run.draft;
  if (method === "GET")
    return {
      kind: "question",
      question: {
        target,
        agent: consoleAgent,
        headers: saidBesides(run),
        parameters: parametersOf(run),
        status: run.status,
      },
    };
  const written = writtenBy(run);
  if (written === undefined)
    return {
      kind: "never",
      words: `Other encodings need another request, and ${method} would repeat the change${run.status >= 400 ? ", or fail again" : ""}. Set an Accept header instead: ${accepts}.`,
    };
  return {
    kind: "question",
    question: { target: written.target, agent: consoleAgent, headers: saidBesides(run) },
    note: `${method} is not repeated. This is the current object; the response was its revision ${written.revision}.`,
  };
}

const accepts = "application/yaml, application/vnd.kubernetes.protobuf";

/** Returns the headers that remain valid when only the media type changes. */
const saidBesides = ({ draft }: Run): readonly (readonly [string, string])[] =>
  headersOf({ ...draft, body: "" }).filter(
    ([name]) => !["accept", "accept-encoding", "content-type", "if-none-match"].includes(name.toLowerCase()),
  );

/** Returns the parameters of the request's Accept header without the media type, such as `as=Table`. */
function parametersOf({ draft }: Run): string {
  const [, accept = ""] = draft.headers.find(([name]) => name.toLowerCase() === "accept") ?? [];
  const [, ...parameters] = (accept.split(",", 1)[0] ?? "").split(";").map((part) => part.trim());
  return parameters
    .filter((part) => /^(?:as|g|v)=/.test(part))
    .map((part) => `;${part}`)
    .join("");
}

function writtenBy(run: Run): { readonly target: string; readonly revision: string } | undefined {
  const { method, target } = run.draft;
  const parts = readTarget(target);
  const object = run.status < 300 && method !== "DELETE" && parts !== undefined ? readJson(run.text) : undefined;
  if (parts === undefined || !isKubeObject(object) || new URLSearchParams(parts.query).has("dryRun")) return undefined;
  const revision = object.metadata.resourceVersion;
  if (revision === undefined) return undefined;
  const path = parts.name === undefined ? madeBy(run, parts) : undefined;
  return { revision, target: path === undefined ? splitTarget(target)[0] : targetOf(path) };
}

/** Returns the object that a request created; undefined if it created none. */
export function madeBy(run: Run, parts: TargetParts): TargetParts | undefined {
  if (run.draft.method !== "POST" || run.status !== 201) return undefined;
  const object = readJson(run.text);
  return isKubeObject(object) && object.metadata.resourceVersion !== undefined
    ? { ...parts, name: object.metadata.name }
    : undefined;
}
