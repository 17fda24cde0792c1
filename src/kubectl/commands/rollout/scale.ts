import { parseDuration } from "../../../apimachinery/duration.ts";
import { isConflict } from "../../../apimachinery/errors.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { Invocation } from "../../invocation.ts";
import { textAt, withValueAt } from "../../json-access.ts";
import { aggregateText, KubectlError, KubectlErrors, throwAll } from "../../kubectl-error.ts";
import { createPrinter } from "../../output/printer.ts";
import { pause } from "../../patch/patcher.ts";
import { build } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import type { Query } from "../../rest/rest.ts";
import { recordPatch } from "../write/record.ts";
import { doneText, dryRunOf } from "../write/write-options.ts";

const mergePatch = "application/merge-patch+json";
const retryMs = 1000;
const longestRetriesMs = 300_000;

/** `kubectl scale`: patches the scale, or replaces it where a count or a version is expected. */
export async function scale(invocation: Invocation): Promise<void> {
  const { flags, args, rest } = invocation;
  if (!flags.changed("replicas")) throw new KubectlError(`required flag(s) "replicas" not set`);
  const dryRun = dryRunOf(flags);
  const print = await createPrinter(invocation);
  if (flags.int("replicas") < 0)
    throw new KubectlError("The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0");
  if (flags.int("current-replicas") < -1)
    throw new KubectlError("The --current-replicas must specify an integer of -1 or greater");
  const { infos, errors } = await build(invocation, { args, allowEmptySelector: flags.bool("all"), asWritten: true });
  if (flags.text("resource-version") !== "" && infos.length > 1)
    throw new KubectlError("cannot use --resource-version with multiple resources");
  if (infos.length === 0) {
    const problem = errors.length === 0 ? "" : ` ${aggregateText(new KubectlErrors(errors))}`;
    throw new KubectlError(`no objects passed to scale${problem}`);
  }
  for (const info of infos) {
    if (dryRun !== "client") {
      await scaleOne(invocation, info, { ...(dryRun === "server" && { dryRun: "All" }) });
      if (dryRun === "none") await waitForReplicas(invocation, info);
      const cause = recordPatch(invocation);
      const path = pathOf(info.resource, info.namespace, info.name);
      if (cause !== undefined)
        await rest.object({ method: "PATCH", path, body: encodeJson(cause), contentType: mergePatch });
    }
    print(info.object, doneText("scaled", dryRun));
  }
  throwAll(errors);
}

/** Sets the count, again while others write the scale (scale.genericScaler.Scale). */
async function scaleOne(invocation: Invocation, info: Info, query: Query): Promise<void> {
  const { flags, rest, session } = invocation;
  const path = pathOf(info.resource, info.namespace, info.name, "scale");
  const expects = flags.int("current-replicas") !== -1 || flags.text("resource-version") !== "";
  const end = session.clock.monotonic() + longestRetriesMs;
  for (;;) {
    try {
      if (expects) return await replaceScale(invocation, path, query);
      const body = encodeJson({ spec: { replicas: flags.int("replicas") } });
      await rest.object({ method: "PATCH", path, query, body, contentType: mergePatch });
      return;
    } catch (error) {
      if (!isConflict(error) || session.clock.monotonic() >= end) throw error;
      await pause(invocation, retryMs);
    }
  }
}

/** Replaces a scale if it is as expected. */
async function replaceScale({ flags, rest }: Invocation, path: string, query: Query): Promise<void> {
  const current = await rest.object({ method: "GET", path });
  const [expected, version] = [flags.int("current-replicas"), flags.text("resource-version")];
  const count = Number(textAt(current, "spec", "replicas") || 0);
  if (expected !== -1 && count !== expected)
    throw new KubectlError(`Expected replicas to be ${expected}, was ${count}`);
  const live = textAt(current, "metadata", "resourceVersion");
  if (version !== "" && live !== version)
    throw new KubectlError(`Expected resource version to be ${version}, was ${live}`);
  const body = withValueAt(current, ["spec", "replicas"], flags.int("replicas"));
  await rest.object({ method: "PUT", path, query, body, contentType: "" });
}

/** Waits as long as `--timeout` says until the scale has the count (scale.WaitForScaleHasDesiredReplicas). */
async function waitForReplicas(invocation: Invocation, info: Info): Promise<void> {
  const { flags, rest, session } = invocation;
  const timeoutMs = Number(parseDuration(flags.text("timeout")) / 1_000_000n);
  if (timeoutMs === 0) return;
  const path = pathOf(info.resource, info.namespace, info.name, "scale");
  const end = session.clock.monotonic() + timeoutMs;
  for (;;) {
    const current = await rest.object({ method: "GET", path });
    const [wanted, actual] = ["spec", "status"].map((part) => Number(textAt(current, part, "replicas") || 0));
    if (wanted !== flags.int("replicas") || wanted === actual) return;
    if (session.clock.monotonic() + retryMs >= end)
      throw new KubectlError(`timed out waiting for ${quoteGo(info.name)} to be synced`);
    await pause(invocation, retryMs);
  }
}
