import { newBadRequest, newUnknownError } from "../../../apimachinery/errors.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { afterwards } from "../../../component-base/afterwards.ts";
import { applyManagedFields, type ApplyRequest } from "../../managedfields/apply-managed-fields.ts";
import { isTrackingError } from "../../managedfields/field-manager.ts";
import { withConversions } from "../../managedfields/late-conversions.ts";
import { repeatedApplies } from "../../managedfields/repeated-apply.ts";
import { fieldValidation } from "./decode-body.ts";
import type { PatchInput, PatchMechanism } from "./patch-mechanism.ts";
import { readConfiguration } from "./read-configuration.ts";

/** Server-side apply: the patch is a configuration whose fields its manager comes to own (handlers.applyPatcher). */
export const applyPatcher: PatchMechanism = {
  createsObjects: true,
  apply(input) {
    const {
      scope: { fieldManager },
      live,
      patch,
    } = input;
    const request = requestOf(input);
    const known = live && repeatedApplies.recall(fieldManager, live, patch, request);
    if (known !== undefined) return known;
    const { value, faults } = readConfiguration(patch, live && `${live.metadata.uid ?? ""}/${request.manager}`);
    return afterwards(applyOrRefuse(input, value, request), (object) => {
      reportFaults(input, faults);
      if (live !== undefined && faults.length === 0)
        repeatedApplies.remember(fieldManager, live, patch, request, object);
      return object;
    });
  },
};

const requestOf = ({ ctx, options }: PatchInput): ApplyRequest => ({
  manager: options.fieldManager ?? "",
  force: options.force === true,
  now: ctx.now,
});

/** What does not fit the type, or cannot be tracked, is a 500 in upstream's words. */
function applyOrRefuse(
  { scope, live }: PatchInput,
  config: JsonValue,
  request: ApplyRequest,
): KubeObject | Promise<KubeObject> {
  try {
    const applied = withConversions(scope.fieldManager, (fields) =>
      applyManagedFields(fields, live ?? fields.emptyObject, config, request),
    );
    return applied instanceof Promise ? applied.catch(refuse) : applied;
  } catch (err) {
    return refuse(err);
  }
}

function refuse(err: unknown): never {
  throw isTrackingError(err) ? newUnknownError(err.message) : err;
}

function reportFaults({ ctx, options }: PatchInput, faults: readonly string[]): void {
  const directive = fieldValidation(options.fieldValidation);
  if (faults.length === 0 || directive === "Ignore") return;
  if (directive === "Strict")
    throw newBadRequest(
      `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  ${faults.join("\n  ")}`,
    );
  for (const fault of faults) ctx.warn(fault);
}
