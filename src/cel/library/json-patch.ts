import { global } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { traversalCosts } from "../cost/string-costs.ts";
import { stringType } from "../types/type.ts";
import { ofString } from "./typed.ts";

const escapeKey = (key: string): string => key.replace(/[~/]/g, (char) => (char === "/" ? "~1" : "~0"));

/** Keys of JSON patches. */
export const jsonPatchLibrary: Library = {
  name: "kubernetes.jsonpatch",
  functions: [
    {
      name: "jsonpatch.escapeKey",
      overloads: [global("string_jsonpatch_escapeKey_string", [stringType], stringType, ofString(escapeKey))],
      costs: traversalCosts(1, true),
    },
  ],
};
