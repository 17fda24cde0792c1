import { parseDuration } from "../../../apimachinery/duration.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { textAt } from "../../json-access.ts";
import { KubectlError, usageError } from "../../kubectl-error.ts";
import { createPrinter } from "../../output/printer.ts";

/** What tokens can be bound to, with its API version. */
const bindable: Readonly<Record<string, string>> = { Node: "v1", Pod: "v1", Secret: "v1" };

/** `kubectl create token`. */
export async function createToken(invocation: Invocation): Promise<void> {
  const { args, flags, path, rest, namespace, out } = invocation;
  const [name] = args;
  if (name === undefined || args.length !== 1)
    throw usageError(path, `exactly one NAME is required, got ${args.length}`);
  const output =
    flags.text("output") === "" && flags.text("template") === "" ? undefined : await createPrinter(invocation);
  const spec = specOf(invocation);
  const answer = await rest
    .object({
      method: "POST",
      path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
      body: {
        apiVersion: "authentication.k8s.io/v1",
        kind: "TokenRequest",
        metadata: {},
        spec,
        status: { expirationTimestamp: null, token: "" },
      },
    })
    .catch((error: unknown) => {
      throw new KubectlError(`failed to create token: ${messageOf(error)}`);
    });
  if (output !== undefined) return output(answer);
  out(textAt(answer, "status", "token"));
}

function specOf({ flags }: Invocation) {
  const duration = parseDuration(flags.text("duration"));
  const second = 1_000_000_000n;
  if (duration < 0n) throw new KubectlError("--duration must be greater than or equal to 0");
  if (duration % second !== 0n) throw new KubectlError("--duration cannot be expressed in units less than seconds");
  if (flags.list("audience").includes("")) throw new KubectlError("--audience must not be an empty string");
  const [kind, name, uid] = [
    flags.text("bound-object-kind"),
    flags.text("bound-object-name"),
    flags.text("bound-object-uid"),
  ];
  if (kind === "" && name !== "")
    throw new KubectlError("--bound-object-name can only be set if --bound-object-kind is provided");
  if (kind === "" && uid !== "")
    throw new KubectlError("--bound-object-uid can only be set if --bound-object-kind is provided");
  const apiVersion = bindable[kind];
  if (kind !== "" && apiVersion === undefined)
    throw new KubectlError(`supported --bound-object-kind values are ${Object.keys(bindable).join(", ")}`);
  if (kind !== "" && name === "")
    throw new KubectlError("--bound-object-name is required if --bound-object-kind is provided");
  return {
    audiences: flags.list("audience").length === 0 ? null : flags.list("audience"),
    boundObjectRef: apiVersion === undefined ? null : { apiVersion, kind, name, ...(uid !== "" && { uid }) },
    expirationSeconds: duration === 0n ? null : Number(duration / second),
  };
}
