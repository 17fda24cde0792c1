import type { Step } from "../sequence.ts";
import { elsewhere } from "./builtin-samples.ts";
import { jsonBody, print } from "./sequence-context.ts";

/** What sequences expect to be there: a second namespace, and the account of the first one. */
export const setUpSteps: readonly Step[] = [
  { path: "/api/v1/namespaces", kind: "Namespace", name: elsewhere },
  { path: "/api/v1/namespaces/default/serviceaccounts", kind: "ServiceAccount", name: "default" },
].map(({ path, kind, name }) => ({
  id: kind,
  method: "POST",
  path,
  headers: jsonBody,
  body: print({ apiVersion: "v1", kind, metadata: { name } }),
  quiet: true,
}));
