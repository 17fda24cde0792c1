import { structOf } from "../types/type.ts";
import { equalValues } from "../values/equality.ts";
import type { Effort } from "../values/effort.ts";
import { EvalError } from "../values/eval-error.ts";
import { HashMap } from "../values/hash-map.ts";
import { ObjectValue, type Value } from "../values/value.ts";

/** A protobuf message that is no value of CEL's own, with its set fields and the values of the others. */
export class MessageValue extends ObjectValue {
  readonly type;
  readonly goName = "*dynamicpb.Message";
  readonly #fields: ReadonlyMap<string, Value>;
  readonly #unset: Readonly<Record<string, Value>>;

  constructor(name: string, fields: ReadonlyMap<string, Value>, unset: Readonly<Record<string, Value>>) {
    super();
    this.type = structOf(name);
    this.#fields = fields;
    this.#unset = unset;
  }

  override getField(name: string): Value {
    const value = this.#fields.get(name);
    if (value !== undefined) return value;
    return Object.hasOwn(this.#unset, name) ? (this.#unset[name] ?? null) : noSuchField(name);
  }

  override isSet(name: string): Value {
    return Object.hasOwn(this.#unset, name) ? this.#fields.has(name) : noSuchField(name);
  }

  override equals(other: Value, effort: Effort): Value {
    if (!(other instanceof MessageValue) || other.type.name !== this.type.name) return false;
    return equalValues(this.toMap(), other.toMap(), effort);
  }

  /** Returns the fields that are set, as JSON has them. */
  toMap(): HashMap {
    const map = new HashMap();
    for (const [name, value] of this.#fields) map.insert(name, value);
    return map;
  }
}

const noSuchField = (name: string): EvalError => new EvalError(`no such field '${name}'`);
