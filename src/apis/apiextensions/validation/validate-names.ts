import { invalid, required, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import { isDns1035Label } from "../../../apimachinery/validation/names.ts";
import type { Definition } from "../definition.ts";
import { errorsOfEach } from "../../validation/fields.ts";

type Names = Definition["spec"]["names"];

const label = (value: string | undefined, path: FieldPath): readonly FieldError[] => {
  const messages = value === undefined || value === "" ? [] : isDns1035Label(value);
  return messages.length === 0 ? [] : [invalid(path, value ?? "", messages.join(","))];
};

const mixedCase = (value: string | undefined, path: FieldPath): readonly FieldError[] => {
  const messages = value === undefined || value === "" ? [] : isDns1035Label(value.toLowerCase());
  return messages.length === 0
    ? []
    : [invalid(path, value ?? "", `may have mixed case, but should otherwise match: ${messages.join(",")}`)];
};

/** Validates a list of labels; empty ones are invalid too. */
const labels = (values: readonly string[] | undefined | null, path: FieldPath): readonly FieldError[] =>
  errorsOfEach(values ?? [], (value, i) => {
    const messages = isDns1035Label(value);
    return messages.length === 0 ? [] : [invalid(path.index(i), value, messages.join(","))];
  });

/** Validates the format of requested or accepted names (ValidateCustomResourceDefinitionNames). */
export function validateNames(names: Names, path: FieldPath): readonly FieldError[] {
  const { kind = "", listKind = "" } = names;
  return [
    ...label(names.plural, path.child("plural")),
    ...label(names.singular, path.child("singular")),
    ...mixedCase(kind, path.child("kind")),
    ...mixedCase(listKind, path.child("listKind")),
    ...labels(names.shortNames, path.child("shortNames")),
    ...(kind !== "" && kind === listKind
      ? [invalid(path.child("listKind"), listKind, "kind and listKind may not be the same")]
      : []),
    ...labels(names.categories, path.child("categories")),
  ];
}

/** Requires the mandatory names of a definition. */
export const requireNames = (names: Names, path: FieldPath): readonly FieldError[] =>
  (["plural", "singular", "kind", "listKind"] as const).flatMap((name) =>
    (names[name] ?? "") === "" ? [required(path.child(name))] : [],
  );
