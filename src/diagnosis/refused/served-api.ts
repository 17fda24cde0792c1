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
  /** The OpenAPI v3 document of a group version; undefined if there is none. */
  document(group: string, version: string): Promise<unknown>;
  /** Bounds that would bring a rule within its limit, each enough by itself; absent where no compiler is at hand. */
  bounds?(rule: CostlyRule): Promise<readonly CostBound[]>;
}

/** Knows nothing of what is served. */
export const unknownApi: ServedApi = { resources: async () => [], document: async () => undefined };

/** How a server is asked for what it serves. */
export interface Asked {
  /** Sends a GET and resolves with the answer's code and its decoded body. */
  readonly get: (target: string) => Promise<{ readonly code: number; readonly body: unknown }>;
  readonly resources: () => Promise<readonly ServedKind[]>;
  readonly bounds?: (rule: CostlyRule) => Promise<readonly CostBound[]>;
}

/** What a server serves, as it answers itself; what cannot be asked is unknown. */
export function servedApi({ get, resources, bounds }: Asked): ServedApi {
  return {
    resources: () => resources().catch(() => []),
    async document(group, version) {
      const answer = await get(`/openapi/v3/${group === "" ? `api/${version}` : `apis/${group}/${version}`}`).catch(
        () => undefined,
      );
      return answer?.code === 200 ? answer.body : undefined;
    },
    ...(bounds !== undefined && { bounds: (rule) => bounds(rule).catch(() => []) }),
  };
}
