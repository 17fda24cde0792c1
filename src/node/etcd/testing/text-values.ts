import { withRevisionIfAny } from "../../../apiserver/storage/stored-text.ts";
import type { StoredValues } from "../../../kube-apiserver/storage/stored-values.ts";

/** Stores texts as they are. */
export const textValues: StoredValues = {
  encode: ({ text }) => new TextEncoder().encode(withRevisionIfAny(text, 0)),
  decode: (_key, value, revision) => withRevisionIfAny(new TextDecoder().decode(value), revision),
};
