import { newBadRequest } from "./errors.ts";
import { parseFieldSelector, type FieldSelector } from "./fields/selector.ts";
import { parseLabelSelector } from "./labels/parse.ts";
import type { LabelSelector } from "./labels/selector.ts";
import { firstValue, isTrue, type QueryValues } from "./query.ts";
import { parseInteger } from "./strconv.ts";

/** meta/v1 ListOptions with its selectors parsed (internalversion.ListOptions). */
export interface ListOptions {
  readonly labelSelector: LabelSelector;
  readonly fieldSelector: FieldSelector;
  readonly watch: boolean;
  readonly allowWatchBookmarks: boolean;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly timeoutSeconds?: number;
  readonly limit: number;
  readonly continue: string;
  readonly sendInitialEvents?: boolean;
}

/** meta/v1 Preconditions. */
export interface DeletePreconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** meta/v1 DeleteOptions. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: DeletePreconditions;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: string;
  readonly dryRun?: readonly string[];
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/** meta/v1 GetOptions. */
export interface GetOptions {
  readonly resourceVersion: string;
}

/** meta/v1 CreateOptions and UpdateOptions, which are alike. */
export interface WriteOptions {
  readonly dryRun?: readonly string[];
  readonly fieldManager?: string;
  readonly fieldValidation?: string;
}

/** meta/v1 PatchOptions. */
export interface PatchOptions extends WriteOptions {
  readonly force?: boolean;
}

/** meta/v1 TableOptions. */
export interface TableOptions {
  readonly includeObject?: string;
}

/** Returns a boolean option: only `0` and `false` are false; a key without a value is true. */
function boolOption(query: QueryValues, key: string): boolean | undefined {
  const value = query.get(key)?.[0];
  return value === undefined ? undefined : isTrue(value);
}

/** Returns an integer option; throws NumberParseError. */
function intOption(query: QueryValues, key: string): number | undefined {
  const value = query.get(key)?.[0];
  return value === undefined ? undefined : Number(parseInteger(value));
}

/**
 * Decodes the ListOptions of a query; throws NumberParseError, SelectorError or FieldSelectorError with the message of
 * upstream's 400 response.
 */
export function decodeListOptions(query: QueryValues): ListOptions {
  const timeoutSeconds = intOption(query, "timeoutSeconds");
  const limit = intOption(query, "limit") ?? 0;
  const sendInitialEvents = boolOption(query, "sendInitialEvents");
  return {
    labelSelector: parseLabelSelector(firstValue(query, "labelSelector")),
    fieldSelector: parseFieldSelector(firstValue(query, "fieldSelector")),
    watch: boolOption(query, "watch") ?? false,
    allowWatchBookmarks: boolOption(query, "allowWatchBookmarks") ?? false,
    resourceVersion: firstValue(query, "resourceVersion"),
    resourceVersionMatch: firstValue(query, "resourceVersionMatch"),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    limit,
    continue: firstValue(query, "continue"),
    ...(sendInitialEvents !== undefined && { sendInitialEvents }),
  };
}

/**
 * Decodes the GetOptions of a query. Throws a StatusError if it asks for an export, which upstream refuses since it is
 * gone (handlers.GetResource).
 */
export function decodeGetOptions(query: QueryValues): GetOptions {
  if (isTrue(query.get("export")?.[0]))
    throw newBadRequest("the export parameter, deprecated since v1.14, is no longer supported");
  return { resourceVersion: firstValue(query, "resourceVersion") };
}

function decodePreconditions(query: QueryValues): DeletePreconditions | undefined {
  const uid = firstValue(query, "uid");
  const resourceVersion = firstValue(query, "resourceVersion");
  if (uid === "" && resourceVersion === "") return undefined;
  return { ...(uid !== "" && { uid }), ...(resourceVersion !== "" && { resourceVersion }) };
}

/** Decodes the DeleteOptions of a query; throws NumberParseError. */
export function decodeDeleteOptions(query: QueryValues): DeleteOptions {
  const gracePeriodSeconds = intOption(query, "gracePeriodSeconds");
  const orphanDependents = boolOption(query, "orphanDependents");
  const propagationPolicy = query.get("propagationPolicy")?.[0];
  const dryRun = query.get("dryRun");
  const ignoreStoreReadErrorWithClusterBreakingPotential = boolOption(
    query,
    "ignoreStoreReadErrorWithClusterBreakingPotential",
  );
  const preconditions = decodePreconditions(query);
  return {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(preconditions !== undefined && { preconditions }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(dryRun !== undefined && { dryRun }),
    ...(ignoreStoreReadErrorWithClusterBreakingPotential !== undefined && {
      ignoreStoreReadErrorWithClusterBreakingPotential,
    }),
  };
}

/** Decodes the CreateOptions or UpdateOptions of a query. */
export function decodeWriteOptions(query: QueryValues): WriteOptions {
  const dryRun = query.get("dryRun");
  return {
    ...(dryRun !== undefined && { dryRun }),
    fieldManager: firstValue(query, "fieldManager"),
    fieldValidation: firstValue(query, "fieldValidation"),
  };
}

/** Decodes the PatchOptions of a query. */
export function decodePatchOptions(query: QueryValues): PatchOptions {
  const force = boolOption(query, "force");
  return { ...decodeWriteOptions(query), ...(force !== undefined && { force }) };
}
