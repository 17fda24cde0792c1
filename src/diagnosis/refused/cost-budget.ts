import { isRecord } from "../../apimachinery/is-record.ts";
import type { Remedy } from "../diagnosis.ts";
import { textAt } from "../fields.ts";
import { firstLine, listed } from "../words.ts";
import { stepsOf, valueOfPath } from "./field-path.ts";
import type { Finding, Refused } from "./refused.ts";
import type { CostBound } from "./served-api.ts";

type Path = readonly (string | number)[];

/** A rule of a definition that costs too much: its expression, and where its schema is in the request's body. */
interface Rule {
  readonly expression: string;
  /** The schemas of the versions that have the rule, in the body. */
  readonly schemas: readonly Path[];
  /** From the schema of the resource to the one of the rule. */
  readonly below: Path;
  readonly factor: string;
}

/** Explains that a rule of a definition costs too much: which loops it is in, and which bounds would be enough. */
export async function costBudget(field: string, message: string, refused: Refused): Promise<Finding | undefined> {
  const rule = ruleAt(field, message, refused.request.body);
  if (rule === undefined) return undefined;
  const { body } = refused.request;
  const schema = valueOfPath(body, rule.schemas[0] ?? []);
  const loops = unboundedAround(schema, rule.below, rule.expression);
  const bounds = await boundsOf(schema, rule, refused);
  const by = rule.factor === "" ? "" : ` ${rule.factor} times`;
  const where = rule.below.length === 0 ? "of the whole resource" : `of ${placeText(rule.below)}`;
  const which =
    loops.length === 0
      ? ""
      : `; nothing bounds ${listed(loops.map(({ text, keyword }) => `${text} (no ${keyword})`))}, so the largest that fits in a request is assumed`;
  return {
    situation: "request-with-costly-rule",
    state: "Too costly",
    because: `the rule ${firstLine(rule.expression, 120)} ${where} may cost${by} more than its budget${which}`,
    remedies: bounds.map((bound) => boundRemedy(bound, rule.schemas)),
  };
}

/** `spec.validation` stands for the schema that all versions share. */
function ruleAt(field: string, message: string, body: unknown): Rule | undefined {
  const steps = stepsOf(field);
  const at = steps.indexOf("openAPIV3Schema");
  const rules = steps.indexOf("x-kubernetes-validations");
  if (at < 0 || rules < at) return undefined;
  const versions = valueOfPath(body, ["spec", "versions"]);
  const all = Array.isArray(versions) ? versions.map((_, i): Path => ["spec", "versions", i, "schema"]) : [];
  const schemas = (steps[1] === "validation" ? all : [steps.slice(0, at)]).map((path) => [...path, "openAPIV3Schema"]);
  const below = steps.slice(at + 1, rules);
  const [first] = schemas;
  if (first === undefined) return undefined;
  const expression = textAt(valueOfPath(body, [...first, ...steps.slice(at + 1, rules + 2)]), "rule");
  if (expression === "") return undefined;
  const factor = /by factor of (?:more than )?([\d.]+)x/.exec(message)?.[1] ?? "";
  return {
    expression: expression.trim(),
    schemas,
    below,
    factor: message.includes("more than") ? `more than ${factor}` : factor,
  };
}

/** The place of a schema as a path of the resource: `spec.items[*].name`. */
function placeText(below: Path): string {
  const steps: string[] = [];
  for (let i = 0; i < below.length; i++) {
    const step = below[i];
    if (step === "properties") steps.push(String(below[++i]));
    else if (step === "items") steps.push(`${steps.pop() ?? ""}[*]`);
    else if (step === "additionalProperties") steps.push(`${steps.pop() ?? ""}{*}`);
  }
  return steps.join(".");
}

/** A list, map or text without a bound. */
interface Unbounded {
  readonly text: string;
  readonly keyword: "maxItems" | "maxProperties" | "maxLength";
}

/** What has no bound: lists and maps that the rule is within, and what it names below its own place. */
function unboundedAround(root: unknown, below: Path, expression: string): readonly Unbounded[] {
  const found: Unbounded[] = [];
  const add = (schema: unknown, path: Path): void => {
    const keyword = boundOf(schema);
    if (keyword !== undefined) found.push({ text: placeText(path), keyword });
  };
  for (let i = 0; i < below.length; i++)
    if (below[i] === "items" || below[i] === "additionalProperties")
      add(valueOfPath(root, below.slice(0, i)), below.slice(0, i));
  const named = new Set(expression.match(/[A-Za-z_]\w*/g));
  const visit = (schema: unknown, path: Path, depth: number): void => {
    if (!isRecord(schema) || depth > 6) return;
    const isOwn = path.length === below.length;
    const isNamed = isOwn || path.some((step, i) => i >= below.length && typeof step === "string" && named.has(step));
    if (isNamed) add(schema, path);
    const properties = schema["properties"];
    if (isRecord(properties))
      for (const [name, inner] of Object.entries(properties))
        if (named.has(name)) visit(inner, [...path, "properties", name], depth + 1);
    for (const step of ["items", "additionalProperties"] as const) visit(schema[step], [...path, step], depth + 1);
  };
  visit(valueOfPath(root, below), below, 0);
  return found;
}

/** The keyword that a schema lacks to be bounded; undefined where it needs none. */
function boundOf(schema: unknown): Unbounded["keyword"] | undefined {
  if (!isRecord(schema)) return undefined;
  const lacks = (keyword: Unbounded["keyword"]): Unbounded["keyword"] | undefined =>
    schema[keyword] === undefined ? keyword : undefined;
  if (schema["type"] === "array") return lacks("maxItems");
  if (isRecord(schema["additionalProperties"])) return lacks("maxProperties");
  const isOpen = schema["type"] === "string" && schema["enum"] === undefined && schema["format"] === undefined;
  return isOpen ? lacks("maxLength") : undefined;
}

/** Asks the compiler for bounds that are enough. */
async function boundsOf(schema: unknown, { expression, below }: Rule, { api }: Refused): Promise<readonly CostBound[]> {
  if (api.bounds === undefined) return [];
  const path: string[] = [];
  for (let i = 0; i < below.length; i++) {
    if (below[i] === "properties") path.push(String(below[++i]));
    else path.push(below[i] === "items" ? "[*]" : "{*}");
  }
  return api.bounds({ rule: expression, schema, path });
}

function boundRemedy({ edits }: CostBound, schemas: readonly Path[]): Remedy {
  const inBody = ({ path, keyword }: CostBound["edits"][number]): Path => [
    ...path.flatMap((step) =>
      step === "[*]" ? ["items"] : step === "{*}" ? ["additionalProperties"] : ["properties", step],
    ),
    keyword,
  ];
  const words = edits.map((edit) => {
    const place = placeText(inBody(edit).slice(0, -1));
    return `${edit.keyword}: ${edit.value} at ${place === "" ? "the resource" : place}`;
  });
  return {
    kind: "edit",
    words: `Add ${words.join(" and ")}`,
    edits: schemas.flatMap((schema) =>
      edits.map((edit) => ({ path: [...schema, ...inBody(edit)], value: edit.value })),
    ),
  };
}
