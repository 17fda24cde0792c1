import type { EditorAssist } from "../assist/editor-assist.ts";
import { createManifestAssist } from "../assist/manifest-assist.ts";
import { Client } from "../client/client.ts";
import { discover } from "../client/discovery.ts";
import { createServedSchemas } from "../client/openapi/served-schemas.ts";
import type { ValidationServer } from "../validate/validation.ts";

/** Creates the assist of manifests from what a server serves. */
export function createServerAssist({ handle, token }: ValidationServer): EditorAssist {
  const client = new Client({ handle, userAgent: "kubepad-lsp", headers: { Authorization: `Bearer ${token}` } });
  const { schemas } = createServedSchemas((target) => client.json("GET", target, undefined));
  const kinds = async () => (await discover(client)).resources;
  return createManifestAssist(schemas, { expected: undefined, partial: false, kinds });
}
