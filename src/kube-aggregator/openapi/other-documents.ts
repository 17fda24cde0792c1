import { sortedMembers } from "../../apiserver/endpoints/openapi/document.ts";
import { answerVersioned, type OtherDocuments } from "../../apiserver/endpoints/openapi/openapi-routes.ts";
import type { Pace } from "../../apiserver/endpoints/openapi/pace.ts";
import {
  documentUrl,
  type ServedDocument,
  type ServedDocuments,
  type ServedJson,
} from "../../apiserver/endpoints/openapi/served-documents.ts";
import type { ObjectLister } from "../../apiserver/registry/object-lister.ts";
import type { ApiService } from "../api-service.ts";
import type { ExtensionClient } from "../extension-client.ts";
import { proxy } from "../proxy-handler.ts";
import type { OpenApiController, RemoteDocuments } from "./open-api-controller.ts";
import { mergeSwagger, type Swagger } from "./swagger.ts";

/** Returns the documents of extension servers beside those of this server. */
export function createOtherDocuments(
  controller: Pick<OpenApiController, "all" | "changes">,
  lister: Pick<ObjectLister<ApiService>, "get">,
  client: ExtensionClient,
): OtherDocuments {
  let merged: { readonly of: ServedDocument; readonly changes: number; readonly made: Promise<ServedDocument> };
  const hashes = new WeakMap<RemoteDocuments, Promise<ServedJson>>();
  const hashed = (own: ServedDocuments, remote: RemoteDocuments, pace: Pace): Promise<ServedJson> => {
    const made = hashes.get(remote) ?? own.hashed(remote.converted ?? "", pace);
    hashes.set(remote, made);
    return made;
  };
  return {
    async v2(own, pace) {
      const of = await own.v2(pace);
      const swaggers = inOrder([...controller.all().values()]).flatMap(({ swagger }) => swagger ?? []);
      if (swaggers.length === 0) return of;
      const { changes } = controller;
      if (merged?.of !== of || merged.changes !== changes)
        merged = { of, changes, made: merge(own, of, swaggers, pace) };
      return merged.made;
    },
    async v3Index(own, pace) {
      const index = await own.v3Index(pace);
      const { paths } = JSON.parse(String(index.json)) as { readonly paths: Readonly<Record<string, unknown>> };
      const others = new Map<string, unknown>();
      for (const remote of controller.all().values()) {
        for (const [name, serverRelativeURL] of remote.v3 ?? []) others.set(name, { serverRelativeURL });
        if (remote.converted === undefined) continue;
        const name = nameOf(remote);
        others.set(name, { serverRelativeURL: documentUrl(name, (await hashed(own, remote, pace)).hash) });
      }
      if (others.size === 0) return index;
      const all = Object.entries({ ...Object.fromEntries(others), ...paths });
      const sorted = Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
      return own.hashed(JSON.stringify({ paths: sorted }), pace);
    },
    v3(name) {
      const all = [...controller.all().values()];
      const remote = all.find(({ v3 }) => v3?.has(name));
      const service = remote && lister.get(remote.name);
      if (service !== undefined) return (_, ctx) => proxy(ctx, service, client);
      const converted = all.find((each) => each.converted !== undefined && nameOf(each) === name);
      if (converted === undefined) return undefined;
      return async (own, ctx, pace) => {
        const document = await hashed(own, converted, pace);
        return answerVersioned(ctx, name, document, { body: document.json, mediaType: "application/json" });
      };
    },
  };
}

/** The name of the document of a group version. */
const nameOf = ({ service: { spec } }: RemoteDocuments): string => `apis/${spec.group ?? ""}/${spec.version}`;

/** Returns the servers by the priorities of their groups, and then by name (sortByPriority). */
function inOrder(all: readonly RemoteDocuments[]): readonly RemoteDocuments[] {
  const highest = new Map<string | undefined, number>();
  for (const { service } of all) {
    const { group, groupPriorityMinimum } = service.spec;
    highest.set(group, Math.max(groupPriorityMinimum, highest.get(group) ?? 0));
  }
  const priorityOf = ({ service }: RemoteDocuments): number => highest.get(service.spec.group) ?? 0;
  return all.toSorted((a, b) => priorityOf(b) - priorityOf(a) || (a.name < b.name ? -1 : 1));
}

async function merge(
  own: ServedDocuments,
  of: ServedDocument,
  swaggers: readonly Swagger[],
  pace: Pace,
): Promise<ServedDocument> {
  let all: Swagger = of.parts;
  for (const swagger of swaggers) all = await mergeSwagger(all, swagger, pace);
  return own.written(
    {
      version: 2,
      paths: sortedMembers(all.paths),
      schemas: sortedMembers(all.schemas),
      parameters: sortedMembers(all.parameters),
    },
    pace,
  );
}
