import { isRecord } from "../../apimachinery/is-record.ts";
import { createStore } from "zustand/vanilla";
import { pageAgent, sendJson } from "../data/send.ts";
import { schemasOf, type Schemas } from "../../client/openapi/schema-document.ts";
import { defineSlice } from "./page.ts";

/** The server's schemas by group version. */
export interface OpenApi {
  /** Returns the schemas of a path such as `/apis/apps/v1`, or no schemas if the group version is not served. */
  readonly schemas: (groupPath: string) => Promise<Schemas>;
  /** Reloads the list of documents, since CustomResourceDefinitions may have changed. */
  readonly refresh: () => void;
}

/** The documents of /openapi/v3. Their URLs contain a hash, so that only changed documents are fetched again. */
export const openApi = defineSlice<OpenApi>((page) => {
  const documents = new Map<string, Promise<Schemas>>();
  let index: Promise<ReadonlyMap<string, string>> | undefined;
  const readIndex = async (): Promise<ReadonlyMap<string, string>> =>
    addressesIn(await sendJson(page.handle, pageAgent, { method: "GET", target: "/openapi/v3" }));
  const readDocument = async (target: string): Promise<Schemas> =>
    schemasOf(await sendJson(page.handle, pageAgent, { method: "GET", target }));
  return createStore<OpenApi>(() => ({
    async schemas(groupPath) {
      index ??= readIndex();
      const target = (await index).get(groupPath.slice(1));
      if (target === undefined) return {};
      const known = documents.get(target) ?? readDocument(target);
      documents.set(target, known);
      known.catch(() => documents.delete(target));
      return known;
    },
    refresh: () => {
      index = undefined;
    },
  }));
});

function addressesIn(index: unknown): ReadonlyMap<string, string> {
  const paths = isRecord(index) && isRecord(index["paths"]) ? index["paths"] : {};
  return new Map(
    Object.entries(paths).flatMap(([path, entry]): (readonly [string, string])[] =>
      isRecord(entry) && typeof entry["serverRelativeURL"] === "string" ? [[path, entry["serverRelativeURL"]]] : [],
    ),
  );
}
