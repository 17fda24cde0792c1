import type { KubeObject } from "../../apimachinery/meta.ts";
import { field, missing, there } from "../conclude.ts";
import type { Diagnosis, Evidence } from "../diagnosis.ts";
import { itemsAt, textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { RuleContext } from "../rule.ts";
import { listed } from "../words.ts";
import { whoDoesWhat } from "./owned-pods.ts";
import { elsewhere } from "./elsewhere.ts";

/** Why the Service of a webhook cannot answer. */
interface CalledService {
  /** The end of the situation's name. */
  readonly situation: "service-missing" | "service-port-missing" | "service-not-ready";
  /** To follow `is called at`. */
  readonly words: string;
  readonly evidence: readonly Evidence[];
  readonly causes?: readonly Diagnosis[];
}

/** Looks at the Service that a webhook is called at: a `clientConfig`, which stands at a path of an object. */
export async function calledService(
  { owner, clientConfig, path }: { readonly owner: KubeObject; readonly clientConfig: unknown; readonly path: string },
  { reading, causeOf }: RuleContext,
): Promise<CalledService | undefined> {
  const name = textAt(clientConfig, "service.name");
  if (name === "") return undefined;
  const at = `${path}.service`;
  const id = objectId("", "Service", textAt(clientConfig, "service.namespace"), name);
  const named = field(owner, `${at}.name`, name);
  const called = `the Service ${id.namespace}/${name}`;
  if (await reading.isMissing(id)) {
    const other = await elsewhere(id, reading);
    return {
      situation: "service-missing",
      words: `${called}, which does not exist${other.text}`,
      evidence: [named, missing(id), ...other.evidence],
    };
  }
  const service = await reading.get(id);
  if (service === undefined) return undefined;
  const port = textAt(clientConfig, "service.port") || "443";
  const ports = itemsAt(service, "spec.ports").map((one) => textAt(one, "port"));
  if (textAt(service, "spec.type") !== "ExternalName" && !ports.includes(port))
    return {
      situation: "service-port-missing",
      words: `port ${port} of ${called}, which has ${ports.length === 0 ? "no ports" : listed(ports)}`,
      evidence: [field(owner, `${at}.port`, port), there(service)],
    };
  const cause = await causeOf(service);
  if (cause?.level !== "error") return undefined;
  return {
    situation: "service-not-ready",
    words: `the Service ${whoDoesWhat(cause)}`,
    evidence: [named, there(service)],
    causes: [cause],
  };
}
