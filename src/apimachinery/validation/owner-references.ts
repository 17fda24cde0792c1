import { invalid, PrintedValue, type FieldError, type FieldPath, addError, addErrors } from "../field-error.ts";
import { quoteJson } from "../json/encode.ts";
import type { OwnerReference } from "../meta.ts";
import { printedString, printedStruct } from "../printed-value.ts";

/** An owner reference whose members may be absent; Go decodes them as empty strings. */
type LooseOwner = Partial<OwnerReference>;

const boolText = (value: boolean | undefined): string | undefined =>
  value === undefined || value === null ? undefined : String(value);

const printOwner = (owner: LooseOwner): string =>
  printedStruct([
    ["apiVersion", quoteJson(owner.apiVersion ?? "")],
    ["kind", quoteJson(owner.kind ?? "")],
    ["name", quoteJson(owner.name ?? "")],
    ["uid", quoteJson(owner.uid ?? "")],
    ["controller", boolText(owner.controller)],
    ["blockOwnerDeletion", boolText(owner.blockOwnerDeletion)],
  ]);

/**
 * Returns group and version of an apiVersion; both are empty if it has more than one slash
 * (schema.FromAPIVersionAndKind).
 */
function groupVersionOf(apiVersion: string): readonly [group: string, version: string] {
  const parts = apiVersion.split("/");
  if (parts.length > 2) return ["", ""];
  const [first = "", second] = parts;
  return second === undefined ? ["", first] : [first, second];
}

function validateOwnerReference(owner: LooseOwner, path: FieldPath): readonly FieldError[] {
  const { apiVersion = "", kind = "", name = "", uid = "" } = owner;
  const [group, version] = groupVersionOf(apiVersion);
  const errors: FieldError[] = [];
  if (version === "") addError(errors, invalid(path.child("apiVersion"), apiVersion, "version must not be empty"));
  if (kind === "") addError(errors, invalid(path.child("kind"), kind, "must not be empty"));
  if (name === "") addError(errors, invalid(path.child("name"), name, "must not be empty"));
  if (uid === "") addError(errors, invalid(path.child("uid"), printedString(uid), "must not be empty"));
  if (group === "" && version === "v1" && kind === "Event") {
    addError(
      errors,
      invalid(path, new PrintedValue(printOwner(owner)), "/v1, Kind=Event is disallowed from being an owner"),
    );
  }
  return errors;
}

/**
 * Validates the form of owner references, and that at most one is a controller (validation.ValidateOwnerReferences).
 */
export function validateOwnerReferences(
  owners: readonly LooseOwner[] | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (owners === undefined) return [];
  const errors: FieldError[] = [];
  let firstController = "";
  let printed: string | undefined;
  const all = new PrintedValue(() => (printed ??= `[${owners.map(printOwner).join(",")}]`));
  for (const owner of owners) {
    addErrors(errors, validateOwnerReference(owner, path));
    if (owner.controller !== true) continue;
    const controller = `${owner.kind ?? ""}/${owner.name ?? ""}`;
    if (firstController === "") firstController = controller;
    else addError(errors, invalid(path, all, secondController(firstController, controller)));
  }
  return errors;
}

const secondController = (first: string, second: string): string =>
  `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`;
