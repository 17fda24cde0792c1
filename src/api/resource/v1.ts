import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import type { NodeSelector } from "../core/scheduling.ts";
import type { PodResourceClaim } from "../core/v1.ts";

/**
 * The fields of resource.k8s.io/v1 that server code reads by name (k8s.io/api/resource/v1). They are views of decoded
 * objects, as those of core/v1.
 */

/** Who uses a claim. */
export interface ResourceClaimConsumerReference {
  readonly apiGroup?: string;
  readonly resource: string;
  readonly name: string;
  readonly uid: string;
}

interface ClassRequest {
  readonly name?: string;
  readonly deviceClassName?: string;
}

/** What a claim asks for: exactly one class, or the first of several that can be had. */
export interface DeviceRequest {
  readonly name: string;
  readonly exactly?: ClassRequest;
  readonly firstAvailable?: readonly ClassRequest[];
}

export interface ResourceClaimSpec {
  readonly devices?: { readonly requests?: readonly DeviceRequest[] };
}

export interface ResourceClaim extends KubeObject {
  readonly spec?: ResourceClaimSpec;
  readonly status?: {
    readonly allocation?: { readonly nodeSelector?: NodeSelector };
    readonly reservedFor?: readonly ResourceClaimConsumerReference[];
    readonly devices?: unknown;
  };
}

export interface ResourceClaimTemplate extends KubeObject {
  readonly spec?: { readonly metadata?: ObjectMeta; readonly spec?: ResourceClaimSpec };
}

/** A pod as those read it that deal with its claims. */
export interface PodWithResourceClaims extends KubeObject {
  readonly spec?: { readonly nodeName?: string; readonly resourceClaims?: readonly PodResourceClaim[] };
  readonly status?: {
    readonly phase?: string;
    readonly resourceClaimStatuses?: readonly { readonly name: string; readonly resourceClaimName?: string }[];
  };
}
