/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { GroupVersionKind, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type APIGroupDiscovery = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly versions?: readonly APIVersionDiscovery[] | undefined;
};

export type APIGroupDiscoveryList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly APIGroupDiscovery[] | null;
};

export type APIResourceDiscovery = {
  readonly resource: string;
  readonly responseKind?: GroupVersionKind | undefined;
  readonly scope: string;
  readonly singularResource: string;
  readonly verbs: readonly string[] | null;
  readonly shortNames?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly subresources?: readonly APISubresourceDiscovery[] | undefined;
};

export type APISubresourceDiscovery = {
  readonly subresource: string;
  readonly responseKind?: GroupVersionKind | undefined;
  readonly acceptedTypes?: readonly GroupVersionKind[] | undefined;
  readonly verbs: readonly string[] | null;
};

export type APIVersionDiscovery = {
  readonly version: string;
  readonly resources?: readonly APIResourceDiscovery[] | undefined;
  readonly freshness?: string | undefined;
};
