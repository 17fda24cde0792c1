import { newServiceUnavailable, newUnknownError } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { recordAt, recordsAt, stringAt } from "../../record.ts";

/** Error of a server that cannot reach a node or an address; there are no kubelets here. */
export const unreachable = (host: string): Error =>
  newServiceUnavailable(`error trying to reach service: dial tcp: lookup ${host}: no such host`);

/** The types of addresses that the server connects to, in their order (the flag --kubelet-preferred-address-types). */
const addressTypes = ["Hostname", "InternalDNS", "InternalIP", "ExternalDNS", "ExternalIP"] as const;

/** Returns the address by which a node is reached; throws a 500 if it has none (node.GetPreferredNodeAddress). */
export function addressOfNode(node: KubeObject): string {
  const addresses = recordsAt(recordAt(node, "status"), "addresses");
  for (const type of addressTypes) {
    const found = addresses.find((each) => each["type"] === type);
    if (found !== undefined) return stringAt(found, "address");
  }
  const known = addresses.map((each) => `{${stringAt(each, "type")} ${stringAt(each, "address")}}`);
  throw newUnknownError(`no preferred addresses found; known addresses: [${known.join(" ")}]`);
}
