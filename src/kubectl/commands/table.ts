import type { Run } from "../invocation.ts";

/** The commands; each is loaded when it is first run. */
// oxfmt-ignore
export const commands: Readonly<Record<string, () => Promise<Run>>> = {
  annotate: async () => (await import("./change.ts")).annotate,
  apply: async () => (await import("./apply.ts")).apply,
  "apply view-last-applied": async () => (await import("./apply.ts")).viewLastApplied,
  create: async () => (await import("./create.ts")).create,
  delete: async () => (await import("./delete.ts")).deleteObjects,
  get: async () => (await import("./get.ts")).get,
  label: async () => (await import("./change.ts")).label,
  patch: async () => (await import("./change.ts")).patch,
  scale: async () => (await import("./scale.ts")).scale,
};
