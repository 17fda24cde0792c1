import type { Scenario, Step } from "../scenario.ts";
import type { WireRequest } from "../exchange.ts";
import { apiService, available, behind, coreServices, externalService, patch, prepare, services } from "./objects.ts";

const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
const jobs = "/apis/batch/v1/namespaces/default/jobs";

const document = JSON.stringify({
  kind: "APIGroupDiscoveryList",
  apiVersion: "apidiscovery.k8s.io/v2",
  metadata: {},
  items: [
    {
      metadata: { name: "batch" },
      versions: [
        {
          version: "v1",
          freshness: "Current",
          resources: [
            {
              resource: "jobs",
              responseKind: { group: "batch", version: "v1", kind: "Job" },
              scope: "Namespaced",
              singularResource: "job",
              verbs: ["list"],
            },
          ],
        },
      ],
    },
  ],
});

const batchOf = (body: unknown): unknown =>
  (body as { readonly items: readonly { readonly metadata: { readonly name: string } }[] }).items
    .filter(({ metadata }) => metadata.name === "batch")
    .map((item) => JSON.stringify(item))
    .map((item) => (item.includes("cronjobs") ? "what this server serves" : (JSON.parse(item) as unknown)));
const groupsOf = (body: unknown): unknown =>
  (body as { readonly groups: readonly { readonly name: string }[] }).groups.filter(({ name }) => name === "batch");
const answered = (body: unknown): unknown => {
  const { kind, items, from } = body as Readonly<Record<string, unknown>>;
  return from ?? { kind, items };
};

/** What is seen of a group version: its objects, its group, and what is discovered. */
const seen = (when: string, until: RegExp): Step[] => [
  { id: `objects ${when}`, method: "GET", target: jobs, until, part: answered },
  { id: `a write ${when}`, method: "DELETE", target: "/apis/batch/v1/namespaces/default/cronjobs/nothing" },
  { id: `the group version ${when}`, method: "GET", target: "/apis/batch/v1", part: isOwnList },
  { id: `the group ${when}`, method: "GET", target: "/apis/batch" },
  { id: `groups ${when}`, method: "GET", target: "/apis", part: groupsOf },
];
const isOwnList = (body: unknown): unknown =>
  JSON.stringify(body).includes("cronjobs") ? "what this server serves" : body;
const discovered = (when: string, until: RegExp): Step => ({
  id: `discovery ${when}`,
  method: "GET",
  target: "/apis",
  headers: [["Accept", aggregated]],
  until,
  part: batchOf,
});

/**
 * A built-in group version that another server takes over, gives back, and whose APIService is deleted. What is
 * discovered when it is given back is not compared: upstream goes on to tell of the other server's kinds.
 */
export const takeover: Scenario = {
  name: "takeover",
  names: ["there.default.svc"],
  open: () => ({
    extension: ({ target }: WireRequest) => ({
      status: 200,
      headers: [["Content-Type", target === "/apis" ? aggregated : "application/json"]],
      body: target === "/apis" ? document : '{"from":"the extension server"}',
    }),
    steps: [
      prepare("a service", coreServices, externalService("there")),
      ...seen("at first", /JobList/),
      { ...patch("take it", `${services}/v1.batch`, { spec: behind("there") }), quiet: true },
      available("v1.batch"),
      ...seen("taken over", /extension/),
      discovered("taken over", /^(?![^]*"cronjobs")[^]*"jobs"/),
      { ...patch("give it back", `${services}/v1.batch`, { spec: { service: null, insecureSkipTLSVerify: null } }) },
      ...seen("given back", /JobList/),
      { id: "delete it", method: "DELETE", target: `${services}/v1.batch`, quiet: true },
      { id: "it is gone", method: "GET", target: "/apis", until: /^(?![^]*"batch")/, quiet: true },
      ...seen("without an APIService", /JobList/),
      prepare("create it again", services, apiService("v1.batch", { groupPriorityMinimum: 17_400 })),
      { id: "it is back", method: "GET", target: "/apis", until: /"batch"/, quiet: true },
      ...seen("again", /JobList/),
    ],
  }),
};
