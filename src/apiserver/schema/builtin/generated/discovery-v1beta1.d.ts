/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";
import type { ObjectReference } from "./core-v1.d.ts";

export type Endpoint = {
  readonly addresses: readonly string[] | null;
  readonly conditions: EndpointConditions;
  readonly hostname?: string | undefined;
  readonly targetRef?: ObjectReference | undefined;
  readonly topology?: Readonly<Record<string, string>> | undefined;
  readonly nodeName?: string | undefined;
  readonly hints?: EndpointHints | undefined;
};

export type EndpointConditions = {
  readonly ready?: boolean | undefined;
  readonly serving?: boolean | undefined;
  readonly terminating?: boolean | undefined;
};

export type EndpointHints = {
  readonly forZones?: readonly ForZone[] | undefined;
  readonly forNodes?: readonly ForNode[] | undefined;
};

export type EndpointPort = {
  readonly name?: string | undefined;
  readonly protocol?: string | undefined;
  readonly port?: number | undefined;
  readonly appProtocol?: string | undefined;
};

export type EndpointSlice = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly addressType: string;
  readonly endpoints: readonly Endpoint[] | null;
  readonly ports: readonly EndpointPort[] | null;
};

export type EndpointSliceList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly EndpointSlice[] | null;
};

export type ForNode = {
  readonly name: string;
};

export type ForZone = {
  readonly name: string;
};
