import type { JsonObject, JsonValue } from "../../src/apimachinery/json/value.ts";

/** A typical mistake: a field with another value, or without one, and the cause that the server names. */
export interface Mistake {
  /** The field that is changed: `spec.ports[0].port`; slashes separate members whose names have dots. */
  readonly at: string;
  /** The field is removed if there is no value. */
  readonly to?: JsonValue;
  readonly reason: string;
  /** The field of the cause, if it is another one. */
  readonly field?: string;
}

/** An object as the documentation of Kubernetes or a chart has it, and a mistake in it. */
export interface Manifest {
  readonly about: string;
  readonly object: JsonObject;
  readonly mistake: Mistake;
}

/** Returns a manifest: `apps/v1 Deployment`, its name, its members and a mistake. */
export function manifest(
  about: string,
  type: string,
  name: string,
  members: JsonObject,
  mistake: Mistake,
  metadata: JsonObject = {},
): Manifest {
  const [apiVersion = "", kind = ""] = type.split(" ");
  return { about, object: { apiVersion, kind, metadata: { name, ...metadata }, ...members }, mistake };
}

export const invalid = (at: string, to: JsonValue, field = at): Mistake => ({
  at,
  to,
  reason: "FieldValueInvalid",
  field,
});
export const unsupported = (at: string, to: JsonValue, field = at): Mistake => ({
  at,
  to,
  reason: "FieldValueNotSupported",
  field,
});
export const duplicated = (at: string, to: JsonValue, field = at): Mistake => ({
  at,
  to,
  reason: "FieldValueDuplicate",
  field,
});
export const unknown = (at: string, to: JsonValue, field = at): Mistake => ({
  at,
  to,
  reason: "FieldValueNotFound",
  field,
});
export const forbidden = (at: string, to: JsonValue, field = at): Mistake => ({
  at,
  to,
  reason: "FieldValueForbidden",
  field,
});
export const missing = (at: string, field = at): Mistake => ({ at, reason: "FieldValueRequired", field });

/** Returns an object with the mistake in it. */
export function withMistake({ object, mistake: { at, to } }: Manifest): JsonObject {
  const steps = (at.includes("/") ? at.split("/") : at.split(/[.[\]]+/)).filter((step) => step !== "");
  return changed(object, steps, to) as JsonObject; // the path is not empty, so that an object stays one
}

function changed(value: JsonValue, [step, ...rest]: readonly string[], to: JsonValue | undefined): JsonValue {
  if (step === undefined) return to ?? null;
  if (Array.isArray(value)) {
    const items = [...(value as readonly JsonValue[])];
    items[Number(step)] = changed(items[Number(step)] ?? {}, rest, to);
    return items;
  }
  const members = (typeof value === "object" && value !== null ? value : {}) as JsonObject;
  const { [step]: member, ...others } = members;
  if (rest.length === 0 && to === undefined) return others;
  return { ...members, [step]: changed(member ?? {}, rest, to) };
}
