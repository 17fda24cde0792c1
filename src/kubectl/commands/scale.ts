import { encodeJson } from "../../apimachinery/json/encode.ts";
import type { Invocation } from "../invocation.ts";
import { textAt, withValueAt } from "../json-access.ts";
import { KubectlError, messageOf, throwAll } from "../kubectl-error.ts";
import { createPrinter } from "../output/printer.ts";
import type { Query } from "../rest/rest.ts";
import { build } from "../resource/builder.ts";
import { pathOf } from "../resource/mapper.ts";
import { doneText, dryRunOf } from "./write-options.ts";

/** `kubectl scale`: patches the scale, or replaces it where a count is expected. */
export async function scale(invocation: Invocation): Promise<void> {
  const { flags, args, rest } = invocation;
  if (!flags.changed("replicas")) throw new KubectlError(`required flag(s) "replicas" not set`);
  if (flags.int("replicas") < 0)
    throw new KubectlError("The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0");
  const dryRun = dryRunOf(flags);
  const found = await build(invocation, { args, all: flags.bool("all") });
  const errors: unknown[] = [...found.errors];
  const print = await createPrinter(invocation);
  for (const { resource, namespace, name, object } of found.infos) {
    try {
      const target = pathOf(resource, namespace, name, "scale");
      const query = { ...(dryRun === "server" && { dryRun: "All" }) };
      if (flags.int("current-replicas") >= 0 || flags.text("resource-version") !== "") {
        await replaceScale(invocation, target, query);
      } else if (dryRun !== "client") {
        const body = encodeJson({ spec: { replicas: flags.int("replicas") } });
        await rest.object({ method: "PATCH", path: target, query, body, contentType: "application/merge-patch+json" });
      }
      print(object, doneText("scaled", dryRun));
    } catch (error) {
      errors.push(error);
    }
  }
  if (found.infos.length === 0)
    throw new KubectlError(`no objects passed to scale ${errors.map(messageOf).join(", ")}`.trimEnd());
  throwAll(errors);
}

/** Replaces a scale if it is as expected. */
async function replaceScale({ flags, rest }: Invocation, path: string, query: Query): Promise<void> {
  const current = await rest.object({ method: "GET", path });
  const expected = flags.int("current-replicas");
  const count = Number(textAt(current, "spec", "replicas") || 0);
  if (expected >= 0 && count !== expected) throw new KubectlError(`Expected replicas to be ${expected}, was ${count}`);
  const body = withValueAt(current, ["spec", "replicas"], flags.int("replicas"));
  await rest.object({ method: "PUT", path, query, body, contentType: "" });
}
