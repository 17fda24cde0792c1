import { isRecord } from "../../../apimachinery/is-record.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { CelInputs, CelRequest, CelScope, CelVariable } from "../../../client/cel.ts";
import { parseManifest } from "../../data/yaml.ts";
import type { LabState } from "../../cel/lab-state.ts";

/** Parse errors by input. */
export type Unreadable = Readonly<Record<string, string>>;

/** A request to the server, built from the texts that could be parsed. */
export interface LabRequest {
  readonly request: CelRequest;
  readonly inputs: CelInputs;
  readonly unreadable: Unreadable;
}

/** Parses YAML and caches the results, because an edit changes only one text. */
class TextReader {
  readonly #known = new Map<string, Promise<unknown>>();

  read(text: string): Promise<unknown> {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size > 200) this.#known.clear();
    const value = parseManifest(text);
    this.#known.set(text, value);
    return value;
  }
}

const reader = new TextReader();

function variablesOf(types: unknown): readonly CelVariable[] {
  if (!isRecord(types)) return [];
  return Object.entries(types).map(([name, declared]) => {
    if (!isRecord(declared)) return { name, type: String(declared) };
    const { type, maxSize, elementSize } = declared;
    return {
      name,
      type: String(type),
      ...(typeof maxSize === "number" && { maxSize }),
      ...(typeof elementSize === "number" && { elementSize }),
    };
  });
}

const readsTypes = (id: string): boolean => id === "types" || id === "schema";

/** Returns the input values. In generic mode, they are the members of a single document. */
function inputsOf(mode: LabState["mode"], values: ReadonlyMap<string, unknown>): CelInputs {
  const given =
    mode === "generic" ? values.get("values") : Object.fromEntries([...values].filter(([id]) => !readsTypes(id)));
  return isRecord(given) ? given : {};
}

function scopeOf({ mode, path, optionalOldSelf, policy }: LabState, values: ReadonlyMap<string, unknown>): CelScope {
  switch (mode) {
    case "rule":
      return { kind: "rule", schema: values.get("schema") ?? { type: "object" }, path, optionalOldSelf };
    case "admission":
      return { kind: "admission", ...(policy !== undefined && { policy }) };
    case "generic":
      return { kind: "generic", variables: variablesOf(values.get("types")) };
  }
}

/** Rules and conditions are bool; a policy also has expressions of other types. */
function expectationOf({ mode, policy }: LabState): Pick<CelRequest, "expects"> {
  if (mode === "generic") return {};
  if (mode === "rule" || policy === undefined) return { expects: "bool" };
  return policy.expects === undefined ? {} : { expects: policy.expects };
}

/** Parses all texts of a lab. A fixture may supply its own inputs. */
export async function readLab(lab: LabState, inputs: LabState["inputs"] = lab.inputs): Promise<LabRequest> {
  const values = new Map<string, unknown>();
  const unreadable: Record<string, string> = {};
  const texts = {
    ...inputs,
    ...(lab.mode === "rule" ? { schema: lab.schema } : {}),
    ...(lab.mode === "generic" ? { types: lab.inputs["types"] ?? "" } : {}),
  };
  for (const [id, text] of Object.entries(texts)) {
    if (text.trim() === "") continue;
    try {
      values.set(id, await reader.read(text));
    } catch (error) {
      unreadable[id] = messageOf(error);
    }
  }
  const request: CelRequest = {
    expression: lab.expression,
    scope: scopeOf(lab, values),
    stored: lab.stored,
    ...expectationOf(lab),
  };
  return { request, inputs: inputsOf(lab.mode, values), unreadable };
}
