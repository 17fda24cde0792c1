import { type Document, isMap, isNode, isScalar, isSeq, parseDocument } from "yaml";
import { isRecord } from "../apimachinery/is-record.ts";
import type { ApiObject } from "../client/object-client.ts";
import type { FrontMatter, LessonServer, LessonView, LessonWebhook } from "./lesson.ts";
import { firstLine } from "./parse-expected.ts";
import type { SourceFile } from "./source-lines.ts";
import { noAnswer } from "./webhooks.ts";

const opening = /^---[ \t]*\r?\n/;
const closing = /^---[ \t]*$/m;

const noServer: LessonServer = {
  release: "",
  featureGates: {},
  runtimeConfig: "",
  enableAdmissionPlugins: [],
  disableAdmissionPlugins: [],
  controllers: true,
  speed: 1,
  webhooks: {},
  conversions: {},
  auditPolicy: undefined,
  tokens: "",
};

/** A file's front matter, and the line after it. */
export interface ReadFrontMatter extends FrontMatter {
  readonly length: number;
}

/**
 * Reads the front matter of a file. Members that a lesson does not have belong to other programs and are left alone,
 * except under `server`. Throws a LessonError at the line of a member that has another type.
 */
export function readFrontMatter(file: SourceFile): ReadFrontMatter {
  const begin = opening.exec(file.text)?.[0].length ?? 0;
  const end = begin === 0 ? -1 : (closing.exec(file.text.slice(begin))?.index ?? -1);
  if (end < 0) throw file.error(1, "a lesson begins with front matter between two lines of ---, which has its title");
  const text = file.text.slice(begin, begin + end);
  const fields = new Fields(file, text);
  const title = fields.text("title");
  if (title === "") throw file.error(1, "the front matter has no title");
  const level = fields.text("level");
  if (level !== "" && level !== "beginner" && level !== "intermediate" && level !== "advanced")
    throw fields.error(["level"], "is beginner, intermediate or advanced");
  return {
    title,
    section: fields.text("section"),
    level,
    minutes: fields.number("minutes"),
    course: fields.flag("course", false),
    view: readView(fields),
    server: readServer(fields),
    seed: fields.objects("seed"),
    lines: fields.lines,
    length: begin + end + (file.text.slice(begin + end).split("\n")[0]?.length ?? 0) + 1,
  };
}

// oxfmt-ignore
const views = ["log", "ownership", "watch", "cel", "definition", "policy", "terminal", "world"] as const satisfies readonly LessonView[];

function readView(fields: Fields): FrontMatter["view"] {
  const view = fields.text("view");
  const known = views.find((one) => one === view);
  if (view !== "" && known === undefined) throw fields.error(["view"], `is not known; there are ${views.join(", ")}`);
  return known ?? "";
}

function readServer(fields: Fields): LessonServer {
  const value = fields.value("server");
  if (value === undefined) return noServer;
  if (!isRecord(value)) throw fields.error(["server"], "is a map");
  for (const name of Object.keys(value))
    if (!Object.hasOwn(noServer, name))
      throw fields.error(["server", name], `is not known; there are ${Object.keys(noServer).join(", ")}`);
  const inside = fields.within("server", value);
  return {
    release: inside.text("release"),
    featureGates: inside.switches("featureGates"),
    runtimeConfig: inside.text("runtimeConfig"),
    enableAdmissionPlugins: inside.texts("enableAdmissionPlugins"),
    disableAdmissionPlugins: inside.texts("disableAdmissionPlugins"),
    controllers: Array.isArray(value["controllers"]) ? inside.texts("controllers") : inside.flag("controllers", true),
    speed: readSpeed(inside),
    webhooks: readWebhooks(inside),
    conversions: readConversions(inside),
    auditPolicy: readAuditPolicy(inside),
    tokens: inside.text("tokens"),
  };
}

function readSpeed(fields: Fields): number {
  const speed = fields.value("speed") === undefined ? 1 : fields.number("speed");
  if (speed < 1 || speed > fastest) throw fields.error(["speed"], `is a number from 1 to ${fastest}`);
  return speed;
}

const fastest = 1000;

function readWebhooks(fields: Fields): Readonly<Record<string, LessonWebhook>> {
  const value = fields.value("webhooks") ?? {};
  if (!isRecord(value)) throw fields.error(["webhooks"], "is a map");
  const parts = Object.keys(noAnswer).join(", ");
  const entries = Object.entries(value).map(([name, webhook]) => {
    if (!isRecord(webhook)) throw fields.error(["webhooks", name], `is a map with ${parts}`);
    for (const [part, expression] of Object.entries(webhook)) {
      const path = ["webhooks", name, part];
      if (!Object.hasOwn(noAnswer, part)) throw fields.error(path, `is not known; there are ${parts}`);
      if (typeof expression !== "string") throw fields.error(path, "is an expression in CEL: put it into quotes");
    }
    return [name, { ...noAnswer, ...webhook }] as const;
  });
  return Object.fromEntries(entries);
}

function readConversions(fields: Fields): Readonly<Record<string, string>> {
  const value = fields.value("conversions") ?? {};
  if (!isRecord(value)) throw fields.error(["conversions"], "is a map");
  const entries = Object.entries(value).map(([name, expression]) => {
    if (typeof expression !== "string" || expression === "")
      throw fields.error(["conversions", name], "is an expression in CEL: put it into quotes");
    return [name, expression] as const;
  });
  return Object.fromEntries(entries);
}

function readAuditPolicy(fields: Fields): LessonServer["auditPolicy"] {
  const value = fields.value("auditPolicy");
  if (value !== undefined && !isRecord(value)) throw fields.error(["auditPolicy"], "is a map, which has rules");
  return value;
}

/** The members of the front matter, or of a map in it, with the lines of their names. */
class Fields {
  readonly #file: SourceFile;
  readonly #lines: ReadonlyMap<string, number>;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: readonly string[];

  constructor(
    file: SourceFile,
    text: string,
    inside?: { fields: Fields; path: string; values: Readonly<Record<string, unknown>> },
  ) {
    this.#file = file;
    if (inside !== undefined) {
      this.#lines = inside.fields.#lines;
      this.#values = inside.values;
      this.#path = [inside.path];
      return;
    }
    const document = parseDocument(text, { logLevel: "silent" });
    const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length + 1;
    const [error] = document.errors;
    if (error !== undefined) throw file.error(lineOf(error.pos[0]), firstLine(error.message));
    const lines = new Map<string, number>();
    collectLines(document.contents, "", (path, offset) => lines.set(path, lineOf(offset)));
    this.#lines = lines;
    const value = valueOf(document, file);
    if (!isRecord(value)) throw file.error(1, "the front matter is a map");
    this.#values = value;
    this.#path = [];
  }

  get lines(): ReadonlyMap<string, number> {
    return this.#lines;
  }

  within(path: string, values: Readonly<Record<string, unknown>>): Fields {
    return new Fields(this.#file, "", { fields: this, path, values });
  }

  error(path: readonly string[], words: string): Error {
    const name = [...this.#path, ...path].join(".");
    return this.#file.error(this.#lines.get(name) ?? 1, `${name} ${words}`);
  }

  value(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  text(name: string): string {
    const value = this.value(name) ?? "";
    if (typeof value === "number") throw this.error([name], "is a string: put it into quotes");
    if (typeof value !== "string") throw this.error([name], "is a string");
    return value;
  }

  number(name: string): number {
    const value = this.value(name) ?? 0;
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
      throw this.error([name], "is a whole number");
    return value;
  }

  flag(name: string, without: boolean): boolean {
    const value = this.value(name) ?? without;
    if (typeof value !== "boolean") throw this.error([name], "is true or false");
    return value;
  }

  texts(name: string): readonly string[] {
    const value = this.value(name) ?? [];
    if (!Array.isArray(value) || !value.every((item) => typeof item === "string"))
      throw this.error([name], "is a list of strings");
    return value;
  }

  switches(name: string): Readonly<Record<string, boolean>> {
    const value = this.value(name) ?? {};
    if (!isRecord(value)) throw this.error([name], "is a map");
    const entries = Object.entries(value).map(([key, on]) => {
      if (typeof on !== "boolean") throw this.error([name], `has ${key}, which is to be true or false`);
      return [key, on] as const;
    });
    return Object.fromEntries(entries);
  }

  objects(name: string): readonly ApiObject[] {
    const value = this.value(name) ?? [];
    if (!Array.isArray(value) || !value.every((item) => isRecord(item) && typeof item["kind"] === "string"))
      throw this.error([name], "is a list of objects, each with apiVersion and kind");
    return value;
  }
}

/** The value of a document, in which aliases may not multiply. */
function valueOf(document: Document, file: SourceFile): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw file.error(1, error instanceof Error ? error.message : String(error));
  }
}

function collectLines(node: unknown, prefix: string, add: (path: string, offset: number) => void): void {
  if (isSeq(node))
    for (const [i, item] of node.items.entries()) add(`${prefix}${i}`, isNode(item) ? (item.range?.[0] ?? 0) : 0);
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    const path = prefix + String(key.value);
    add(path, key.range?.[0] ?? 0);
    if (prefix === "" || prefix.startsWith("server.")) collectLines(value, `${path}.`, add);
  }
}
