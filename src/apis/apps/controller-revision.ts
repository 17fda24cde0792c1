import { type FieldError, fieldPath, invalid, required, addError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ResourceBehavior } from "../../apiserver/registry/resource-definition.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { printedValue } from "../go-print.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { ageColumn, nameColumn, numberIn, text } from "../table-cells.ts";

/** Validates a ControllerRevision (ValidateControllerRevisionCreate, ValidateControllerRevisionUpdate). */
function validateControllerRevision(object: KubeObject, old?: KubeObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { revision, data } = object;
  if ((typeof revision === "number" || typeof revision === "bigint") && revision < 0)
    addError(errors, invalid(fieldPath("revision"), revision, "must be greater than or equal to 0"));
  const path = fieldPath("data");
  if (old !== undefined) {
    if (!semanticEqual(data, old["data"]))
      addError(errors, invalid(path, printedValue(data ?? null), "field is immutable"));
  } else if (data === undefined || data === null) addError(errors, required(path, "data is mandatory"));
  else if (typeof data !== "object" || Array.isArray(data))
    addError(errors, required(path, "data must be a valid JSON object"));
  return errors;
}

/** Formats the controller of an object as `statefulset.apps/web`. */
function controllerOf({ metadata: { ownerReferences = [] } }: KubeObject): string {
  const owner = ownerReferences.find(({ controller }) => controller === true);
  if (owner === undefined) return "<none>";
  const slash = owner.apiVersion.indexOf("/");
  const group = slash < 0 ? "" : `.${owner.apiVersion.slice(0, slash)}`;
  return `${owner.kind.toLowerCase()}${group}/${owner.name}`;
}

const controllerRevisionTable: TableLayout = {
  columns: [
    nameColumn,
    text("Controller", "Controller of the object", controllerOf),
    text("Revision", "Which state it is.", (object) => numberIn(object, "revision")),
    ageColumn,
  ],
};

const strategy = objectStrategy({
  validatesMetadata: true,
  validate: (object) => validateControllerRevision(object),
  validateUpdate: (object, old) => validateControllerRevision(object, old),
});

/** The behavior of ControllerRevisions. */
export const controllerRevisionBehavior: ResourceBehavior = { strategy, table: controllerRevisionTable };
