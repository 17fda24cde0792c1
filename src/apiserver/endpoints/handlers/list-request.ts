import { newBadRequest } from "../../../apimachinery/errors.ts";
import { oneTermEqualSelector, type FieldSelector } from "../../../apimachinery/fields/selector.ts";
import { decodeListOptions, type ListOptions as MetaListOptions } from "../../../apimachinery/options.ts";
import { validateListOptions } from "../../../apimachinery/validation/options.ts";
import { largeSize } from "../../../component-base/work.ts";
import { convertFieldSelector, createSelectionPredicate } from "../../registry/selection.ts";
import type { ListOptions } from "../../storage/interface.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { readOptions, refuseInvalidOptions } from "./input.ts";

/** Decodes and validates the options of a list or watch. */
export function readListOptions(ctx: RequestContext, forceWatch: boolean): MetaListOptions {
  if (ctx.exchange.target.length >= largeSize) ctx.isLarge = true; // by its selectors
  const asked = readOptions(() => decodeListOptions(ctx.query));
  const watchList = !asked.watch || ctx.gates.enabled("WatchList");
  const options = watchList ? withDefaults(asked) : asked;
  refuseInvalidOptions("ListOptions", validateListOptions(options, watchList));
  return forceWatch ? { ...options, watch: true } : options;
}

/** Sets the default of sendInitialEvents for a watch (feature WatchList; internalversion.SetListOptionsDefaults). */
function withDefaults(options: MetaListOptions): MetaListOptions {
  if (!options.watch || options.sendInitialEvents !== undefined || options.resourceVersionMatch !== "") return options;
  const legacy = options.resourceVersion === "" || options.resourceVersion === "0";
  return legacy ? { ...options, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" } : options;
}

/** Converts the options for storage. `name` restricts a `/watch/.../NAME` path to one object. */
export function toStorageOptions(
  ctx: RequestContext,
  scope: ResourceScope,
  options: MetaListOptions,
  name: string | undefined,
): ListOptions {
  const fields = narrow(convertFieldSelector(scope.definition, options.fieldSelector), name);
  return {
    resourceVersion: options.resourceVersion,
    resourceVersionMatch: matchRule(options.resourceVersionMatch),
    predicate: createSelectionPredicate(options.labelSelector, fields),
    limit: Math.max(0, options.limit),
    continue: options.continue,
    get signal() {
      return ctx.signal;
    },
  };
}

/** Converts resourceVersionMatch, which has already been validated. */
const matchRule = (text: string): ListOptions["resourceVersionMatch"] =>
  text === "Exact" || text === "NotOlderThan" ? text : "";

/** Adds a name in the path to the field selector (handlers.ListResource). */
function narrow(fields: FieldSelector, name: string | undefined): FieldSelector {
  if (name === undefined) return fields;
  if (fields.empty) return oneTermEqualSelector("metadata.name", name);
  if (fields.requiresExactMatch("metadata.name") === name) return fields;
  throw newBadRequest("fieldSelector metadata.name doesn't match requested name");
}
