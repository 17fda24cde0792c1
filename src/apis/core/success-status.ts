import type { KubeObject } from "../../apimachinery/meta.ts";

/** The Status that answers a create which makes nothing. */
export const successStatus = (): KubeObject => ({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" });
