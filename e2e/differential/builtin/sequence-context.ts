import { isMap, type Json, type JsonMap } from "../../conformance/recorded-case.ts";
import type { Chooser } from "../chooser.ts";
import type { Step } from "../sequence.ts";
import { isOnlyTried, type BuiltinSample } from "./builtin-samples.ts";
import type { ChangeContext } from "./change-object.ts";
import type { PublishedSchema } from "./field-values.ts";

/** What the requests of a sequence are made from. */
export interface SequenceContext extends ChangeContext {
  readonly sample: BuiltinSample;
  /** What a server stores for the sample; undefined if the sample is only tried. */
  readonly stored: JsonMap | undefined;
  /** The schemas by `apiVersion kind`. */
  readonly byKind: ReadonlyMap<string, PublishedSchema>;
}

/** A request that has no id yet. */
export type MadeStep = Omit<Step, "id">;

/** The headers of a body in JSON. */
export const jsonBody = { "Content-Type": "application/json" };
/** The headers of an applied configuration. */
export const applyBody = { "Content-Type": "application/apply-patch+yaml" };
/** The headers of a JSON merge patch. */
export const mergeBody = { "Content-Type": "application/merge-patch+json" };

/** Prints a body. */
export const print = (value: Json): string => JSON.stringify(value);

/** Returns the query of a write: how fields are validated, by whom, and whether it is only tried. */
export function writeQuery({ choose, sample }: SequenceContext, dryRun: number, more = ""): string {
  const validation = choose.pick(["Strict", "Strict", "Strict", "Warn", "Warn", "Ignore", ""]);
  const isTried = choose.chance(dryRun) || isOnlyTried(sample);
  const parts = [
    ...(isTried ? ["dryRun=All"] : []),
    ...(validation === "" ? [] : [`fieldValidation=${validation}`]),
    ...(more === "" ? [] : [more]),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** Returns one of the managers of fields, or none. */
export const managerOf = (choose: Chooser): string => choose.pick(["", "fieldManager=a", "fieldManager=b"]);

/** Returns an object with the revision that the server has answered with last, a wrong one, or none. */
export function withRevision(object: JsonMap, choose: Chooser): JsonMap {
  const { metadata } = object;
  const resourceVersion = choose.pick(["{{last.rv}}", "{{last.rv}}", "{{last.rv}}", "{{create.rv}}", ""]);
  const uid = choose.pick(["{{create.uid}}", "", "", ""]);
  return {
    ...object,
    metadata: {
      ...(isMap(metadata) ? metadata : {}),
      ...(resourceVersion === "" ? {} : { resourceVersion }),
      ...(uid === "" ? {} : { uid }),
    },
  };
}
