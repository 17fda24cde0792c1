import { KubectlError } from "../../kubectl-error.ts";

/** The arguments before changes, and the changes. */
export interface SplitArguments {
  readonly resources: readonly string[];
  readonly changes: readonly string[];
}

/** Pairs to set, and names to remove. */
export interface PairChanges {
  readonly set: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

const isPair = (word: string): boolean => word.includes("=") && !word.startsWith("=");
const isRemoval = (word: string): boolean => word.endsWith("-") && word !== "-";
const isChange = (word: string): boolean => isPair(word) || isRemoval(word);

/** Splits `KEY=VALUE` and `KEY-` from the resources before them (cmdutil.GetResourcesAndPairs); throws for others. */
export function splitPairs(args: readonly string[], type: string): SplitArguments {
  const at = args.findIndex(isChange);
  if (at < 0) return { resources: args, changes: [] };
  const late = args.slice(at).find((word) => !isChange(word));
  if (late !== undefined) throw new KubectlError(`all resources must be specified before ${type} changes: ${late}`);
  return { resources: args.slice(0, at), changes: args.slice(at) };
}

/** The pairs and removals of changes (cmdutil.ParsePairs). Throws a KubectlError that names the others. */
export function pairChangesOf(changes: readonly string[], type: string): PairChanges {
  refuse(
    changes.filter((change) => !isChange(change)),
    type,
  );
  const removed = changes.filter((change) => !isPair(change)).map((change) => change.slice(0, -1));
  return { set: mapOf(changes.filter(isPair)), removed };
}

/** The pairs `KEY=VALUE` (cmdutil.ParsePairs without removals). Throws a KubectlError that names the others. */
export function pairsOf(changes: readonly string[], type: string): ReadonlyMap<string, string> {
  refuse(
    changes.filter((change) => !isPair(change)),
    type,
  );
  return mapOf(changes);
}

function refuse(wrong: readonly string[], type: string): void {
  if (wrong.length > 0) throw new KubectlError(`invalid ${type} format: ${wrong.join(", ")}`);
}

const mapOf = (pairs: readonly string[]): ReadonlyMap<string, string> =>
  new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const));
