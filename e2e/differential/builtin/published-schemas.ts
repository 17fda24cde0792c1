import type { JsonMap } from "../../conformance/recorded-case.ts";
import type { Send } from "../run-sequence.ts";
import type { PublishedSchema, Schemas } from "./field-values.ts";

/** The schemas of the kinds that a server publishes, by name and by `apiVersion kind`. */
export interface PublishedKinds {
  readonly schemas: Schemas;
  readonly byKind: ReadonlyMap<string, PublishedSchema>;
}

const asAdmin = { method: "GET", headers: { Authorization: "Bearer admin-token" } };

/** Returns the body of an answer to a GET. */
export const readJson = async <T = JsonMap>(send: Send, path: string): Promise<T> =>
  (await (await send(path, asAdmin)).json()) as T;

/** Reads the documents of OpenAPI v3 of a server. */
export async function readPublishedKinds(send: Send): Promise<PublishedKinds> {
  const schemas = new Map<string, PublishedSchema>();
  const byKind = new Map<string, PublishedSchema>();
  type Index = { readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>> };
  type Document = { readonly components?: { readonly schemas?: Readonly<Record<string, PublishedSchema>> } };
  const { paths } = await readJson<Index>(send, "/openapi/v3");
  for (const { serverRelativeURL } of Object.values(paths)) {
    const { components } = await readJson<Document>(send, serverRelativeURL);
    for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
      schemas.set(name, schema);
      for (const { group, version, kind } of schema["x-kubernetes-group-version-kind"] ?? [])
        byKind.set(`${group === "" ? "" : `${group}/`}${version} ${kind}`, schema);
    }
  }
  return { schemas, byKind };
}
