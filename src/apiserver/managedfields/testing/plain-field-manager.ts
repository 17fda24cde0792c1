import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Atom } from "../../../structured-merge-diff/schema.ts";
import { MissingVersionError } from "../../../structured-merge-diff/typed-value.ts";
import { ApplyCache } from "../apply-cache.ts";
import type { FieldManager } from "../field-manager.ts";

/** Returns a field manager of objects of one version as they come: nothing is decoded on the way. */
export const plainFieldManager = (kind: GroupVersionKind, atom: Atom): FieldManager => ({
  kind,
  subresource: "",
  atom,
  cache: new ApplyCache(),
  decoded: false,
  converter: {
    convert(_, apiVersion) {
      throw new MissingVersionError(apiVersion);
    },
  },
  emptyObject: { metadata: {} },
  toObject: (merged) => merged as unknown as KubeObject,
});
