import { KubectlError } from "../../kubectl-error.ts";

/** The arguments before changes, and the changes. */
export interface SplitArguments {
  readonly resources: readonly string[];
  readonly changes: readonly string[];
}

const isChange = (word: string): boolean =>
  (word.includes("=") && !word.startsWith("=")) || (word.endsWith("-") && word !== "-");

/** Splits `KEY=VALUE` and `KEY-` from the resources before them (cmdutil.GetResourcesAndPairs); throws for others. */
export function splitPairs(args: readonly string[], type: string): SplitArguments {
  const at = args.findIndex(isChange);
  if (at < 0) return { resources: args, changes: [] };
  const late = args.slice(at).find((word) => !isChange(word));
  if (late !== undefined) throw new KubectlError(`all resources must be specified before ${type} changes: ${late}`);
  return { resources: args.slice(0, at), changes: args.slice(at) };
}

/** The pairs `KEY=VALUE` (cmdutil.ParsePairs without removals). Throws a KubectlError that names the others. */
export function pairsOf(changes: readonly string[], type: string): ReadonlyMap<string, string> {
  const wrong = changes.filter((change) => !change.includes("=") || change.startsWith("="));
  if (wrong.length > 0) throw new KubectlError(`invalid ${type} format: ${wrong.join(", ")}`);
  return new Map(
    changes.map((change) => [change.slice(0, change.indexOf("=")), change.slice(change.indexOf("=") + 1)] as const),
  );
}
