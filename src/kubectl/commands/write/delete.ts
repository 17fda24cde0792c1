import { parseDuration } from "../../../apimachinery/duration.ts";
import { isForbidden, isMethodNotSupported, isNotFound } from "../../../apimachinery/errors.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { textAt } from "../../json-access.ts";
import { plan } from "../../resource/builder.ts";
import type { Found, Info } from "../../resource/info.ts";
import { kindAndGroup, pathOf } from "../../resource/mapper.ts";
import { klogLine } from "../../rest/request-log.ts";
import { cascadePolicy } from "../apply/apply-prune.ts";
import { rawProblem, sendRaw } from "./raw.ts";
import { waitForDeletion } from "../get/wait.ts";
import { dryRunOf, withSource } from "./write-options.ts";

/** The time that deletes are waited for without `--timeout`. */
const week = 168 * 3_600_000;

/** An object for which a delete was sent, with its UID if the server told it. */
interface Deleted {
  readonly info: Info;
  readonly uid: string;
}

/** `kubectl delete`. */
export async function deleteObjects(invocation: Invocation): Promise<void> {
  const { flags } = invocation;
  const grace = gracePeriod(invocation);
  const propagationPolicy = cascadePolicy(invocation);
  const raw = flags.text("raw");
  const options = {
    args: invocation.args,
    all: flags.bool("all"),
    allNamespaces: flags.bool("all-namespaces"),
    unread: true,
  };
  const find = raw === "" ? await plan(invocation, options) : undefined;
  checkFlags(invocation, grace);
  if (find === undefined) return sendRaw(invocation, "DELETE");
  const selects = flags.bool("all") || flags.text("selector") !== "" || flags.text("field-selector") !== "";
  const ignores = flags.changed("ignore-not-found") ? flags.bool("ignore-not-found") : selects;
  const how = { propagationPolicy, grace, ignores, wait: flags.bool("wait") };
  const deletion = new Deletion(invocation, how);
  if (flags.bool("interactive")) {
    const preview = await find();
    throwAll(preview.errors.filter((error) => !(ignores && isNotFound(error))));
    if (!confirmed(invocation, preview.infos)) return;
  }
  await deletion.finish(await find((info) => deletion.delete(info)));
}

/** How objects are deleted. */
export interface DeleteChoices {
  readonly propagationPolicy: string;
  /** In seconds; -1 for the period of the object. */
  readonly grace: number;
  /** Whether objects that are not there are no error. */
  readonly ignores: boolean;
  /** Whether to wait until they are gone. */
  readonly wait: boolean;
}

/** Deletes objects that were found before, with errors that were met then. */
export async function deleteFound(
  invocation: Invocation,
  found: Pick<Found, "infos" | "errors">,
  how: DeleteChoices,
): Promise<void> {
  const deletion = new Deletion(invocation, how);
  const errors: unknown[] = [...found.errors];
  for (const info of found.infos) await deletion.delete(info).catch((error) => errors.push(error));
  await deletion.finish({ infos: found.infos, errors });
}

/** Deletes objects one by one, and waits for all of them in the end (DeleteOptions.DeleteResult). */
class Deletion {
  readonly #invocation: Invocation;
  readonly #how: DeleteChoices;
  readonly #deleted: Deleted[] = [];
  #warned = false;

  constructor(invocation: Invocation, how: DeleteChoices) {
    this.#invocation = invocation;
    this.#how = how;
  }

  /** Sends the delete of an object and tells of it. Throws what refuses it. */
  async delete(info: Info): Promise<void> {
    const { grace, ignores, propagationPolicy } = this.#how;
    const options = { ...(grace >= 0 && { gracePeriodSeconds: grace }), propagationPolicy };
    this.#warnOfClusterScope(info);
    try {
      const isDry = dryRunOf(this.#invocation.flags) === "client";
      const uid = isDry ? "" : await deleteOne(this.#invocation, info, options);
      printDeleted(this.#invocation, info, grace);
      this.#deleted.push({ info, uid });
    } catch (error) {
      if (!ignores || !isNotFound(error)) throw withSource("deleting", info.source, error);
      this.#deleted.push({ info, uid: "" });
    }
  }

  /** Throws the errors, or waits until what was deleted is gone, if that is asked for. */
  async finish({ infos, errors }: Pick<Found, "infos" | "errors">): Promise<void> {
    const { flags, out } = this.#invocation;
    const { ignores, wait } = this.#how;
    throwAll(errors.filter((error) => !(ignores && isNotFound(error))));
    if (infos.length === 0) return out("No resources found\n");
    if (wait && dryRunOf(flags) === "none") await waitForAll(this.#invocation, this.#deleted);
  }

  #warnOfClusterScope({ resource }: Info): void {
    const { flags, hasNamespace, err } = this.#invocation;
    if (this.#warned || resource.namespaced || !hasNamespace || flags.bool("all-namespaces")) return;
    this.#warned = true;
    err("Warning: deleting cluster-scoped resources, not scoped to the provided namespace\n");
  }
}

/** The period of `--grace-period`, `--now` and `--force`; -1 for that of the object. */
function gracePeriod({ flags }: Invocation): number {
  const given = flags.int("grace-period");
  if (flags.bool("now")) {
    if (given !== -1) throw new KubectlError("--now and --grace-period cannot be specified together");
    return 1;
  }
  if (given === 0 && !flags.bool("force")) return 1;
  return flags.bool("force") && given < 0 ? 0 : given;
}

/** The combinations of flags that there are not (delete.DeleteOptions.Validate). */
function checkFlags({ flags, err }: Invocation, grace: number): void {
  const output = flags.text("output");
  if (output !== "" && output !== "name")
    throw new KubectlError(`unexpected -o output mode: ${output}. We only support '-o name'`);
  if (flags.bool("all") && flags.text("selector") !== "")
    throw new KubectlError("cannot set --all and --selector at the same time");
  if (flags.bool("all") && flags.text("field-selector") !== "")
    throw new KubectlError("cannot set --all and --field-selector at the same time");
  if (flags.bool("force") && grace === 0)
    err(
      "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n",
    );
  if (flags.bool("force") && grace > 0)
    throw new KubectlError("--force and --grace-period greater than 0 cannot be specified together");
  if (flags.text("raw") === "") return;
  if (flags.bool("interactive")) throw new KubectlError("--interactive can not be used with --raw");
  if (flags.list("filename").length > 1) throw new KubectlError("--raw can only use a single local file or stdin");
  const problem = rawProblem(flags, ["recursive", "output"]);
  if (problem !== undefined) throw new KubectlError(problem);
}

const titleOf = ({ resource, name }: Info): string => `${kindAndGroup(resource)}/${name}`;

/** Asks whether to go on, and reads the answer from the standard input. */
function confirmed({ out, stdin }: Invocation, infos: readonly Info[]): boolean {
  if (infos.length === 0) out("No resources found\n");
  if (infos.length === 0) return false;
  const titles = infos.map((info) => `${titleOf(info)}\n`).join("");
  out(`You are about to delete the following ${infos.length} resource(s):\n${titles}Do you want to continue? (y/N): `);
  const yes = /^\s*y\s*$/i.test(stdin.split("\n", 1)[0] ?? "");
  if (!yes) out("deletion is cancelled\n");
  return yes;
}

async function deleteOne({ rest, flags }: Invocation, info: Info, options: JsonObject): Promise<string> {
  const body = { ...options, ...(dryRunOf(flags) === "server" && { dryRun: ["All"] }) };
  const path = pathOf(info.resource, info.namespace, info.name);
  const answer = await rest.object({ method: "DELETE", path, body });
  return textAt(answer, "details", "uid") || textAt(answer, "metadata", "uid");
}

function printDeleted({ flags, out }: Invocation, info: Info, grace: number): void {
  if (flags.text("output") === "name") return out(`${titleOf(info)}\n`);
  const dryRun = dryRunOf(flags);
  const note = dryRun === "none" ? "" : dryRun === "server" ? " (server dry run)" : " (dry run)";
  const within = info.resource.namespaced ? ` from ${info.namespace} namespace` : "";
  const operation = `${grace === 0 ? "force deleted" : "deleted"}${within}${note}`;
  out(`${kindAndGroup(info.resource)} ${quoteGo(info.name)} ${operation}\n`);
}

/** Waits until the objects are gone, or the first that does not go; where that is forbidden, deleting was enough. */
async function waitForAll(invocation: Invocation, deleted: readonly Deleted[]): Promise<void> {
  const { session, flags, err } = invocation;
  const timeoutMs = Number(parseDuration(flags.text("timeout")) / 1_000_000n) || week;
  const end = session.clock.monotonic() + timeoutMs;
  if (timeoutMs < 0)
    err(klogLine("E", session.clock.now(), "until.go:159", '"Timeout for context shall not be negative"'));
  try {
    for (const { info, uid } of deleted)
      await waitForDeletion(invocation, info, uid, timeoutMs < 0 ? undefined : end - session.clock.monotonic());
  } catch (error) {
    if (!isForbidden(error) && !isMethodNotSupported(error)) throw error;
  }
}
