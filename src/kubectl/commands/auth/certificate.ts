import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { formatTime } from "../../../apimachinery/time.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, textAt, withValueAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { createPrinter } from "../../output/printer.ts";
import { build } from "../../resource/builder.ts";

/** `kubectl certificate approve`. */
export const approve = (invocation: Invocation): Promise<void> => decide(invocation, "Approved", "Denied");
/** `kubectl certificate deny`. */
export const deny = (invocation: Invocation): Promise<void> => decide(invocation, "Denied", "Approved");

async function decide(invocation: Invocation, type: "Approved" | "Denied", other: string): Promise<void> {
  const { args, flags, rest } = invocation;
  if (args.length === 0 && flags.list("filename").length === 0 && flags.text("kustomize") === "")
    throw new KubectlError("one or more CSRs must be specified as <name> or -f <filename>");
  const found = await build(invocation, { args: args.map((name) => `certificatesigningrequests/${name}`) });
  const errors: unknown[] = [...found.errors];
  const print = await createPrinter(invocation);
  for (const { name, object } of found.infos) {
    try {
      const path = `/apis/certificates.k8s.io/v1/certificatesigningrequests/${name}`;
      const request = await rest.object({ method: "GET", path });
      const types = itemsAt(request, "status", "conditions").map((each) => textAt(each, "type"));
      if (types.includes(other))
        throw new KubectlError(`certificate signing request ${quoteGo(name)} is already ${other}`);
      const has = types.includes(type);
      const body = has ? request : withCondition(invocation, request, type);
      if (!has || flags.bool("force")) await rest.object({ method: "PUT", path: `${path}/approval`, body });
      print(object, type.toLowerCase());
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

function withCondition({ session }: Invocation, request: JsonObject, type: "Approved" | "Denied"): JsonObject {
  const verb = type === "Approved" ? "Approve" : "Deny";
  const condition = {
    lastUpdateTime: formatTime(session.clock.now()),
    message: `This CSR was ${type.toLowerCase()} by kubectl certificate ${verb.toLowerCase()}.`,
    reason: `Kubectl${verb}`,
    status: "True",
    type,
  };
  return withValueAt(request, ["status", "conditions"], [...itemsAt(request, "status", "conditions"), condition]);
}
