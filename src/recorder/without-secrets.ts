import { isRecord } from "../apimachinery/is-record.ts";
import { anyOfTexts } from "./pattern.ts";
import { parsedJson, type RecordedEvent, type Recording, requestsOf } from "./recording.ts";

/** Shorter values are replaced in Secrets only: elsewhere, they can be anything. */
const shortest = 4;
/** Lines of a longer value, such as a key in PEM, are looked for one by one. */
const shortestLine = 8;

/** Returns a recording with other values in place of those of Secrets, wherever they were written. */
export function withoutSecrets(recording: Recording): Recording {
  const stand = standIns(recording);
  if (stand.size === 0) return recording;
  const { texts, find } = expressionOf(stand);
  const replaced = (value: unknown): unknown => {
    if (typeof value === "string") return stand.get(value) ?? value.replace(find, (found) => texts.get(found) ?? found);
    if (Array.isArray(value)) return value.map(replaced);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member)]));
  };
  const { objects, steps, lesson, ...rest } = recording;
  return {
    ...rest,
    objects: replaced(objects) as Recording["objects"],
    steps: replaced(steps.map(withParsedBodies)) as Recording["steps"],
    ...(lesson !== undefined && { lesson: String(replaced(lesson)) }),
  };
}

/** Whether a recording has values of Secrets. */
export const hasSecrets = (recording: Recording): boolean => standIns(recording).size > 0;

/** Short values are replaced where they are the values of Secrets: texts of JSON are rewritten for them. */
function withParsedBodies(step: Recording["steps"][number]): Recording["steps"][number] {
  const rewrite = (text: string): string => {
    const value = parsedJson(text);
    const secrets = secretsIn(value);
    if (secrets.length === 0) return text;
    return JSON.stringify(value, (_name, member: unknown) =>
      isRecord(member) && secrets.includes(member) ? withShortReplaced(member) : member,
    );
  };
  const ofRequest = <T extends { readonly body: string; readonly answer?: string | undefined }>(request: T): T => ({
    ...request,
    body: rewrite(request.body),
    ...(request.answer !== undefined && { answer: rewrite(request.answer) }),
  });
  switch (step.kind) {
    case "request":
      return { ...step, request: ofRequest(step.request) };
    case "line":
      return { ...step, requests: step.requests.map(ofRequest) };
    case "events":
      return { ...step, events: step.events.map((event) => ({ ...event, object: withoutShort(event.object) })) };
  }
}

const withoutShort = (object: RecordedEvent["object"]): RecordedEvent["object"] =>
  object["kind"] === "Secret" ? { ...object, ...withShortReplaced(object) } : object;

function withShortReplaced(secret: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const of = (member: string, encode: (text: string) => string) => {
    const values = secret[member];
    if (!isRecord(values)) return {};
    const kept = Object.entries(values).map(([name, value]) => {
      const plain = member === "data" ? decoded(String(value)) : String(value);
      return [name, plain.length < shortest && plain !== "" ? encode("replaced") : value];
    });
    return { [member]: Object.fromEntries(kept) };
  };
  return { ...secret, ...of("data", encoded), ...of("stringData", (text) => text) };
}

/** Returns what stands in for each value of a Secret, as text and in base64. */
function standIns({ objects, steps }: Recording): ReadonlyMap<string, string> {
  const plain = new Set<string>();
  const take = (value: unknown): void => {
    for (const secret of secretsIn(value)) {
      const { data, stringData } = secret;
      if (isRecord(data)) for (const text of Object.values(data)) plain.add(decoded(String(text)));
      if (isRecord(stringData)) for (const text of Object.values(stringData)) plain.add(String(text));
    }
  };
  objects.forEach(take);
  for (const request of steps.flatMap(requestsOf))
    [request.body, request.answer].forEach((text) => take(parsedJson(text)));
  for (const step of steps) if (step.kind === "events") step.events.forEach(({ object }) => take(object));
  const stand = new Map<string, string>();
  for (const [i, text] of [...plain].filter((value) => value !== "").entries()) {
    const other = `replaced-${i + 1}`;
    stand.set(text, other);
    stand.set(encoded(text), encoded(other));
  }
  return stand;
}

/** The texts that are looked for anywhere: values, as they stand within JSON, and their lines. */
function expressionOf(stand: ReadonlyMap<string, string>) {
  const texts = new Map<string, string>();
  for (const [text, other] of stand) {
    if (text.length < shortest) continue;
    for (const line of text.split("\n")) if (line.trim().length >= shortestLine) texts.set(line.trim(), other);
    texts.set(text, other).set(JSON.stringify(text).slice(1, -1), other);
  }
  return { texts, find: new RegExp(anyOfTexts(texts.keys()) ?? "(?!)", "g") };
}

/** Returns the Secrets in a value: itself, or the items of a list of Secrets. */
function secretsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (!isRecord(value)) return [];
  if (value["kind"] === "Secret") return [value];
  if (Array.isArray(value["items"]) && /^(?:Secret)?List$/.test(String(value["kind"])))
    return value["items"].filter(
      (item): item is Readonly<Record<string, unknown>> =>
        isRecord(item) && (item["kind"] === "Secret" || (item["kind"] === undefined && value["kind"] === "SecretList")),
    );
  // a patch of a Secret has no kind; its answer has
  return [];
}

const encoded = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes));
};

function decoded(text: string): string {
  try {
    const binary = atob(text);
    return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return text;
  }
}
