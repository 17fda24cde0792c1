import type { ObjectInterfaces } from "../attributes.ts";

/** The conversions of a kind with one version. */
export const unconverted: ObjectInterfaces = {
  equivalents: () => [],
  toVersion: (object) => object,
  fromVersion: (object) => object,
  atom: () => undefined,
  text: (object) => JSON.stringify(object),
};
