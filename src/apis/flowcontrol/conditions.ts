import type { SeenValues } from "../validation/checks-in-slices.ts";
import { fieldPath, type FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { recordAt } from "../record.ts";
import { requireMember, unique } from "../validation/checks.ts";
import { collectErrors, eachItem } from "../validation/fields.ts";

/** Validates the conditions of a status (ValidateFlowSchemaStatus, ValidatePriorityLevelConfigurationStatus). */
export const validateConditions = (object: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(object, "status"), fieldPath("status"), (status) => {
    const seen: SeenValues = new Map();
    eachItem(status, "conditions", (condition) => {
      unique(condition, "type", seen);
      requireMember(condition, "type");
    });
  });
