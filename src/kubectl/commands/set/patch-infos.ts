import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { createTypedPrinter, type Print } from "../../output/printer.ts";
import { build, kubectlScheme } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { withZeroValues } from "../../typed/typed-object.ts";
import { typedPatch } from "../../typed/typed-patch.ts";
import { recorded } from "../write/record.ts";
import { doneText, dryRunOf, writeQuery } from "../write/write-options.ts";

/** What `set` says of arguments beside `--local`. */
export const localArguments =
  "error: you must specify resources by --filename when --local is set.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'";

/** Throws what `set` says of `--local` with a dry run of the server. */
export function checkLocal({ flags }: Invocation): void {
  if (flags.bool("local") && dryRunOf(flags) === "server")
    throw new KubectlError("cannot specify --local and --dry-run=server - did you mean --dry-run=client?");
}

/** Throws what `set` says of `--all` with a selector. */
export function checkSelection({ flags }: Invocation): void {
  if (flags.bool("all") && flags.text("selector") !== "")
    throw new KubectlError("cannot set --all and --selector at the same time");
}

/** The objects that a `set` command changes. Throws what is wrong with the arguments. */
export async function setInfos(invocation: Invocation, args: readonly string[]): Promise<readonly Info[]> {
  const { flags } = invocation;
  const found = await build(invocation, {
    args,
    allowEmptySelector: flags.bool("all"),
    scheme: kubectlScheme,
    local: flags.bool("local"),
  });
  throwAll(found.errors);
  return found.infos.map((info) => ({ ...info, object: withZeroValues(info.object) }));
}

/** How a command changes objects by patches. */
export interface PatchOptions {
  /** The object as it shall be; undefined to leave it alone. */
  readonly change: (object: JsonObject) => JsonObject | undefined;
  /** What was done, as names show it. */
  readonly done: string;
  /** Before the message of a patch that the server refused. */
  readonly failure: string;
  /** Sends patches that change nothing, too. */
  readonly always?: boolean;
  /** Called after a patch; may throw. */
  readonly patched?: () => void;
}

/** Patches objects by what changes in them, prints them, and returns the errors (set.CalculatePatches). */
export async function patchInfos(
  invocation: Invocation,
  infos: readonly Info[],
  options: PatchOptions,
): Promise<readonly unknown[]> {
  const print = await createTypedPrinter(invocation);
  const errors: unknown[] = [];
  const changed: (readonly [Info, JsonObject])[] = [];
  for (const info of infos) {
    try {
      const next = options.change(info.object);
      if (next !== undefined) changed.push([info, recorded(invocation, next)]);
    } catch (error) {
      errors.push(new KubectlError(`error: ${info.resource.resource}/${info.name} ${messageOf(error)}\n`));
    }
  }
  for (const [info, next] of changed) {
    const error = await patchInfo(invocation, info, next, options, print);
    if (error !== undefined) errors.push(error);
  }
  return errors;
}

async function patchInfo(
  { rest, flags }: Invocation,
  { resource, namespace, name, object }: Info,
  next: JsonObject,
  { done, failure, always, patched }: PatchOptions,
  print: Print,
): Promise<unknown> {
  const dryRun = dryRunOf(flags);
  const patch = typedPatch(object, next);
  const text = doneText(done, dryRun);
  if (Object.keys(patch).length === 0 && always !== true) return undefined;
  if (flags.bool("local") || dryRun === "client") {
    print(next, text);
    return undefined;
  }
  let actual: JsonObject;
  try {
    actual = await rest.object({
      method: "PATCH",
      path: pathOf(resource, namespace, name),
      query: writeQuery(flags),
      body: encodeJson(patch),
      contentType: "application/strategic-merge-patch+json",
    });
  } catch (error) {
    return new KubectlError(`${failure}${messageOf(error)}`);
  }
  patched?.();
  print(actual, text);
  return undefined;
}
