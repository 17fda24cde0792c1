import type { KubeObject } from "../../apimachinery/meta.ts";

/** Returns the Status of a successful create that produces no object. */
export const successStatus = (): KubeObject => ({
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Success",
  code: 201,
});
