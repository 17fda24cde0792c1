import type { Definition } from "./definition.ts";

/** Returns the CA bundle of a definition's conversion webhook. */
export const caBundleOf = ({ spec }: Definition): string => spec.conversion?.webhook?.clientConfig?.caBundle ?? "";
