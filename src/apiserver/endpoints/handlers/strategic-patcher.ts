import type { PatchMechanism } from "./patch-result.ts";

let apply: PatchMechanism["apply"] | undefined;

/** Strategic merge patches (handlers.smpPatcher), whose code is loaded with the first of them. */
export const strategicPatcher: PatchMechanism = {
  stage: "patch",
  createsObjects: false,
  apply: (input) =>
    apply !== undefined
      ? apply(input)
      : import("./patch-strategic.ts").then(({ applyStrategicPatch }) => {
          apply = applyStrategicPatch;
          return applyStrategicPatch(input);
        }),
};
