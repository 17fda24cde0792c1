import type { Defaults, Fill } from "../defaulting.ts";

/** A port without a name has the empty one. */
const portName: Fill = (port) => (port["name"] === undefined || port["name"] === null ? { ...port, name: "" } : port);

/** discovery/v1 SetDefaults_EndpointPort. */
export const endpointSliceDefaults: Defaults = { each: { ports: { set: { protocol: "TCP" }, rules: [portName] } } };
