import type { Evidence, ObjectId } from "../../diagnosis/diagnosis.ts";
import { addressOf, type Resource } from "../kube/resource.ts";
import { catalog } from "../state/catalog.ts";
import { resourceOf } from "./sources-of.ts";

/** Returns the address of an object's Overview; undefined if its kind is not served. */
export type AddressOfId = (id: ObjectId) => string | undefined;

const addressIn =
  (resources: readonly Resource[]): AddressOfId =>
  ({ group, kind, namespace, name }) => {
    const found = resourceOf(resources, group, kind);
    return found && addressOf({ ...found, namespace: found.namespaced ? namespace : undefined, name });
  };

/** Returns what finds the addresses of objects by the served kinds. */
export function useAddresses(): AddressOfId {
  const resources = catalog.use((state) => state.resources);
  return addressIn(resources);
}

/** The address of a place in an object's manifest. */
export const placeAddress = (address: string, path: string): string =>
  `${address}?${new URLSearchParams({ tab: "manifest", at: path }).toString()}`;

/** The path of a field that its manifest has, whatever the evidence says of all items: `spec.containers`. */
const writtenPath = (path: string): string => path.split("[*]", 1)[0] ?? path;

/** Returns where a piece of evidence is seen. */
export function addressOfEvidence(evidence: Evidence, addresses: AddressOfId): string | undefined {
  if (evidence.kind === "status") return undefined;
  const address = addresses(evidence.object);
  if (address === undefined) return undefined;
  switch (evidence.kind) {
    case "field":
      return placeAddress(address, writtenPath(evidence.path));
    case "condition":
      return placeAddress(address, "status.conditions");
    case "event":
      return evidence.name === ""
        ? address
        : addressOf({
            group: "",
            version: "v1",
            resource: "events",
            namespace: evidence.object.namespace || "default",
            name: evidence.name,
          });
    case "missing":
    case "object":
      return address;
  }
}
