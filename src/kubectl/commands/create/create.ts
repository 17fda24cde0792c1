import type { Invocation } from "../../invocation.ts";
import { throwAll, usageError, KubectlError } from "../../kubectl-error.ts";
import { manifestInfos, visitRead } from "../../resource/manifests.ts";
import { pathOf } from "../../resource/mapper.ts";
import { withConfiguration } from "../apply/last-applied.ts";
import { createPrinter } from "../../output/printer.ts";
import { createEdited } from "../write/edit.ts";
import { checkRaw, sendRaw } from "../write/raw.ts";
import { recorded } from "../write/record.ts";
import { doneText, dryRunOf, withSource, writeQuery } from "../write/write-options.ts";
import { unversioned } from "../../patch/patcher.ts";

/** `kubectl create -f`. */
export async function create(invocation: Invocation): Promise<number | void> {
  const { flags, args, path, rest } = invocation;
  if (flags.list("filename").length === 0 && flags.text("kustomize") === "") {
    if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(" ")}]`);
    throw new KubectlError("must specify one of -f and -k");
  }
  if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(" ")}]`);
  if (flags.text("raw") !== "") {
    checkRaw(invocation);
    return sendRaw(invocation, "POST");
  }
  const dryRun = dryRunOf(flags);
  const query = writeQuery(flags);
  if (flags.bool("edit")) return createEdited(invocation);
  const infos = await manifestInfos(invocation);
  const print = await createPrinter(invocation);
  const errors = await visitRead(invocation, infos, async ({ resource, namespace, object, source }) => {
    const body = recorded(invocation, flags.bool("save-config") ? withConfiguration(object) : object);
    try {
      const done =
        dryRun === "client"
          ? body
          : await rest.object({ method: "POST", path: pathOf(resource, namespace), query, body: unversioned(body) });
      print(done, doneText("created", dryRun));
    } catch (error) {
      throw withSource("creating", source, error);
    }
  });
  throwAll(errors);
}
