import { resourcesFor } from "../../apis/earlier-resources.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { binaryRelease } from "../../component-base/versions/release.ts";
import { rangeAllocations } from "../services/range-allocations.ts";
import type { StoredSchemes } from "./stored-schemes.ts";

/** Returns what objects of all built-in kinds are stored by, whether a server serves them or not. */
export const allSchemes = async (): Promise<StoredSchemes> => ({
  types: await loadBuiltinTypes(),
  resources: [...resourcesFor(binaryRelease), rangeAllocations],
});
