import { isRecord } from "../../apimachinery/is-record.ts";
import { schemasOf, type Schemas } from "./schema-document.ts";

/** The server's schemas by group version. */
export interface ServedSchemas {
  /** Returns the schemas of a path such as `/apis/apps/v1`, or no schemas if the group version is not served. */
  readonly schemas: (groupPath: string) => Promise<Schemas>;
  /** Reloads the list of documents, since CustomResourceDefinitions may have changed. */
  readonly refresh: () => void;
}

/**
 * The documents of /openapi/v3, of which `read` returns one by its path. Their URLs contain a hash, so that only
 * changed documents are fetched again.
 */
export function createServedSchemas(read: (target: string) => Promise<unknown>): ServedSchemas {
  const documents = new Map<string, Promise<Schemas>>();
  let index: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    async schemas(groupPath) {
      index ??= read("/openapi/v3").then(addressesIn);
      const target = (await index).get(groupPath.slice(1));
      if (target === undefined) return {};
      const known = documents.get(target) ?? read(target).then(schemasOf);
      documents.set(target, known);
      known.catch(() => documents.delete(target));
      return known;
    },
    refresh: () => {
      index = undefined;
    },
  };
}

function addressesIn(index: unknown): ReadonlyMap<string, string> {
  const paths = isRecord(index) && isRecord(index["paths"]) ? index["paths"] : {};
  return new Map(
    Object.entries(paths).flatMap(([path, entry]): (readonly [string, string])[] =>
      isRecord(entry) && typeof entry["serverRelativeURL"] === "string" ? [[path, entry["serverRelativeURL"]]] : [],
    ),
  );
}
