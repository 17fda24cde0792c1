import { isNotFound, newServiceUnavailable } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { NumberParseError, parseInteger } from "../../apimachinery/strconv.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import { numberAt, recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import type { SchemeNamePort } from "./scheme-name-port.ts";

/**
 * Returns the address of an endpoint of a service whose pod is there, or undefined if there is none
 * (service REST.ResourceLocation). Throws a 503 error for a port number that the service does not have.
 */
export async function endpointAddress(
  { name, port }: SchemeNamePort,
  access: RegistryAccess,
  namespace: string,
): Promise<string | undefined> {
  const portName = await nameOfPort(name, port, access, namespace);
  const endpoints = await access.get("endpoints", namespace, name);
  const subsets = recordsAt(endpoints, "subsets");
  if (subsets.length === 0) throw newServiceUnavailable(`no endpoints available for service ${quoteGo(name)}`);
  for (const subset of subsets) {
    if (!recordsAt(subset, "ports").some((each) => stringAt(each, "name") === portName)) continue;
    for (const address of recordsAt(subset, "addresses"))
      if (await isOfPod(address, access, namespace)) return stringAt(address, "ip");
  }
  return undefined;
}

/** Returns the name that the ports of endpoints have for a port: its name is known, or found by its number. */
async function nameOfPort(name: string, port: string, access: RegistryAccess, namespace: string): Promise<string> {
  const wanted = integerIn(port);
  if (wanted === undefined) return port;
  const service = await access.get("services", namespace, name);
  const found = recordsAt(recordAt(service, "spec"), "ports").find((each) => numberAt(each, "port") === Number(wanted));
  if (found === undefined) throw newServiceUnavailable(`no service port ${wanted} found for service ${quoteGo(name)}`);
  return stringAt(found, "name");
}

function integerIn(text: string): bigint | undefined {
  try {
    return parseInteger(text);
  } catch (err) {
    if (err instanceof NumberParseError) return undefined;
    throw err;
  }
}

/** Whether an address belongs to a pod of the namespace that has it. */
async function isOfPod(address: JsonRecord, access: RegistryAccess, namespace: string): Promise<boolean> {
  const target = recordAt(address, "targetRef");
  if (stringAt(target, "namespace") !== namespace) return false;
  const pod = await access.get("pods", namespace, stringAt(target, "name")).catch((err: unknown) => {
    if (isNotFound(err)) return {};
    throw err;
  });
  const addresses = recordsAt(recordAt(pod, "status"), "podIPs");
  return addresses.some((each) => stringAt(each, "ip") === stringAt(address, "ip"));
}
