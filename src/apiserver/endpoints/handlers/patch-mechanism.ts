import { formatGroupVersion } from "../../../apimachinery/gvk.ts";
import { copyWith } from "../../../apimachinery/json/members.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { PatchOptions } from "../../../apimachinery/options.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";

/** What a patch is applied to, and how strictly. */
export interface PatchInput {
  readonly ctx: RequestContext;
  readonly scope: ResourceScope;
  readonly patch: string;
  readonly options: PatchOptions;
  /** The live object in the served version; undefined where there is none. */
  readonly live: KubeObject | undefined;
}

/** One patch type (handlers.patchMechanism). */
export interface PatchMechanism {
  /** The patch makes an object where there is none. */
  readonly createsObjects: boolean;
  /** The patched object with its managed fields; a promise only where a conversion takes time. */
  apply(input: PatchInput): KubeObject | Promise<KubeObject>;
}

/** The live object as clients see it: what is stored carries no TypeMeta. */
export const liveDocument = ({ scope: { kind }, live }: PatchInput): JsonObject =>
  copyWith<JsonObject>(
    { kind: kind.kind, apiVersion: formatGroupVersion(kind) },
    (live as JsonObject | undefined) ?? {},
  ); // decoded objects hold JSON

/** Its text. */
export const liveText = ({ scope, live }: PatchInput): string =>
  live === undefined ? "{}" : scope.head + scope.codec.encodeTail(live);
