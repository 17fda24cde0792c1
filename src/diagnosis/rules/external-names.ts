import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field, missing, there } from "../conclude.ts";
import { textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Reading } from "../reading.ts";
import type { Rule } from "../rule.ts";
import { whoDoesWhat } from "./owned-pods.ts";

/** Addresses of both families, which are no names of DNS. */
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]+)$/i;

/** The name of a Service in the cluster's DNS: `web.shop.svc`, with or without the domain of the cluster. */
const clusterName = /^([a-z0-9-]+)\.([a-z0-9-]+)\.svc(?:\.cluster\.local)?\.?$/;

/** How many aliases are followed at most. */
const longestChain = 8;

/** The other Services of a loop of aliases; undefined if an alias does not lead back to itself. */
async function loopOf(
  service: KubeObject,
  first: KubeObject | undefined,
  reading: Reading,
): Promise<readonly KubeObject[] | undefined> {
  const passed: KubeObject[] = [];
  let at = first;
  while (at !== undefined && passed.length < longestChain) {
    if (at.metadata.name === service.metadata.name && at.metadata.namespace === service.metadata.namespace)
      return passed;
    passed.push(at);
    const [, name = "", namespace = ""] = clusterName.exec(textAt(at, "spec.externalName")) ?? [];
    at = name === "" ? undefined : await reading.get(objectId("", "Service", namespace, name));
  }
  return undefined;
}

/** Services of type ExternalName: an alias in DNS, whose name may lead nowhere. */
export const externalName: Rule = async (service, { reading, causeOf }) => {
  if (textAt(service, "spec.type") !== "ExternalName") return undefined;
  const name = textAt(service, "spec.externalName");
  const about = { state: "External name", level: "error", evidence: [field(service, "spec.externalName")] } as const;
  if (address.test(name))
    return conclude(service, {
      ...about,
      situation: "service-external-name-is-address",
      because: `${name} is an address, and an alias needs a name: DNS does not resolve it`,
    });
  const [, target = "", namespace = ""] = clusterName.exec(name) ?? [];
  const id = objectId("", "Service", namespace, target);
  if (target !== "" && (await reading.isMissing(id)))
    return conclude(service, {
      ...about,
      situation: "service-external-name-missing",
      because: `it is an alias for ${name}, and there is no Service ${namespace}/${target}`,
      evidence: [...about.evidence, missing(id)],
    });
  const aliased = target === "" ? undefined : await reading.get(id);
  const loop = await loopOf(service, aliased, reading);
  if (loop !== undefined)
    return conclude(service, {
      ...about,
      situation: "service-external-name-loops",
      because:
        loop.length === 0 ? `it is an alias for itself, ${name}` : `it is an alias for ${name}, which leads back to it`,
      evidence: [...about.evidence, ...loop.map(there)],
    });
  const cause = await causeOf(aliased);
  if (aliased !== undefined && cause?.level === "error")
    return conclude(service, {
      ...about,
      situation: "service-external-name-not-ready",
      because: `it is an alias for ${name}, the Service ${whoDoesWhat(cause)}`,
      evidence: [...about.evidence, there(aliased)],
      causes: [cause],
    });
  return conclude(service, {
    ...about,
    situation: "service-external-name",
    level: "ok",
    because: `it is an alias for ${name}`,
  });
};
