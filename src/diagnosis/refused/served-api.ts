import { isRecord } from "../../apimachinery/is-record.ts";
import { schemasOf, type Schemas } from "../../client/openapi/schema-document.ts";

/** A resource as discovery describes it. */
export interface ServedKind {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly subresources: readonly string[];
  readonly verbs: readonly string[];
}

/** Bounds that bring the estimated cost of a rule within its limit: schema keywords to set, at paths of the schema. */
export interface CostBound {
  readonly edits: readonly { readonly path: readonly string[]; readonly keyword: string; readonly value: number }[];
}

/** A rule of a schema, as the compiler is asked for bounds of its cost. */
export interface CostlyRule {
  readonly rule: string;
  /** The schema of the whole resource. */
  readonly schema: unknown;
  /** Where in the schema the rule is: `properties`, `spec`, `items`. */
  readonly path: readonly string[];
}

/** What a server serves: its discovery and its schemas. All answers are empty where the server could not be asked. */
export interface ServedApi {
  /** The served resources, by group and version in the server's order of preference. */
  resources(): Promise<readonly ServedKind[]>;
  /** The schemas of a group version; none if it is not served. */
  schemas(group: string, version: string): Promise<Schemas>;
  /** The paths that the server lists in its index, those of groups and versions too. */
  paths(): Promise<readonly string[]>;
  /** Bounds that would bring a rule within its limit, each enough by itself; absent where no compiler is at hand. */
  bounds?(rule: CostlyRule): Promise<readonly CostBound[]>;
}

/** Knows nothing of what is served. */
export const unknownApi: ServedApi = {
  resources: async () => [],
  schemas: async () => ({}),
  paths: async () => [],
};

/** How a server is asked for what it serves. */
export interface Asked {
  /** Sends a GET and resolves with the answer's code and its decoded body. */
  readonly get: (target: string) => Promise<{ readonly code: number; readonly body: unknown }>;
  readonly resources: () => Promise<readonly ServedKind[]>;
  /** The schemas of a group version, where they are at hand; they are asked for otherwise. */
  readonly schemas?: ServedApi["schemas"];
  readonly bounds?: (rule: CostlyRule) => Promise<readonly CostBound[]>;
}

/** What a server serves, as it answers itself; what cannot be asked is unknown. */
export function servedApi({ get, resources, schemas, bounds }: Asked): ServedApi {
  const read = async (group: string, version: string): Promise<Schemas> => {
    const { code, body } = await get(`/openapi/v3/${group === "" ? `api/${version}` : `apis/${group}/${version}`}`);
    return code === 200 ? schemasOf(body) : {};
  };
  const index = async (): Promise<readonly string[]> => {
    const { body } = await get("/");
    const paths = isRecord(body) ? body["paths"] : undefined;
    return Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [];
  };
  return {
    resources: () => resources().catch(() => []),
    paths: () => index().catch(() => []),
    schemas: (group, version) => (schemas ?? read)(group, version).catch(() => ({})),
    ...(bounds !== undefined && { bounds: (rule) => bounds(rule).catch(() => []) }),
  };
}
