import { defaulter } from "../defaulting.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { endpointSliceDefaults, endpointSliceStrategy } from "./endpoint-slice.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordsAt } from "../record.ts";
import { ageColumn, firstOf, nameColumn, stringIn, text } from "../table-cells.ts";

const slicePorts = (slice: KubeObject): string => {
  const ports = recordsAt(slice, "ports").map(({ port, name }) => String(port ?? name ?? "*"));
  return firstOf(ports, 3, ",") || "<unset>";
};

const sliceAddresses = (slice: KubeObject): string => {
  const addresses = recordsAt(slice, "endpoints").flatMap((endpoint) =>
    Array.isArray(endpoint["addresses"]) ? endpoint["addresses"].map(String) : [],
  );
  return addresses.length === 0 ? "<unset>" : firstOf(addresses, 3, ",");
};

const endpointSliceTable: TableLayout = {
  columns: [
    nameColumn,
    text("AddressType", "What its addresses are.", (object) => stringIn("", object, "addressType")),
    text("Ports", "Its ports.", slicePorts),
    text("Endpoints", "Its addresses.", sliceAddresses),
    ageColumn,
  ],
};

/** The behaviors of discovery.k8s.io. */
export const discoveryBehaviors: GroupBehaviors = {
  endpointslices: {
    strategy: endpointSliceStrategy,
    default: defaulter(endpointSliceDefaults),
    table: endpointSliceTable,
  },
};
