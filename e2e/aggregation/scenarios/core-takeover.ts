import type { Scenario, Step } from "../scenario.ts";
import type { WireRequest } from "../exchange.ts";
import {
  apiService,
  available,
  behind,
  coreServices,
  create,
  externalService,
  patch,
  prepare,
  services,
} from "./objects.ts";

const json = [["Content-Type", "application/json"]] as const;
const core = `${services}/v1.`;

/** Who has answered: the extension server, or this one with a kind or a reason. */
const answered = (body: unknown): unknown => {
  const { kind, reason, from, versions } = body as Readonly<Record<string, unknown>>;
  return from ?? { kind, reason, versions };
};
const read = (id: string, target: string, until?: RegExp): Step => ({
  id,
  method: "GET",
  target,
  part: answered,
  ...(until !== undefined && { until }),
});

/** What is seen of the core group. */
const seen = (when: string, until: RegExp): Step[] => [
  read(`objects ${when}`, "/api/v1/namespaces/default/configmaps/nothing", until),
  read(`a list ${when}`, "/api/v1/nodes"),
  read(`versions ${when}`, "/api"),
  read(`the version ${when}`, "/api/v1"),
  read(`a version that is not there ${when}`, "/api/v2"),
  read(`another group ${when}`, "/apis/apps/v1/namespaces/default/deployments"),
  { id: `a write ${when}`, method: "DELETE", target: "/api/v1/namespaces/default/configmaps/nothing", part: answered },
];

/** The core group, which another server takes over and gives back. */
export const coreTakeover: Scenario = {
  name: "core-takeover",
  names: ["there.default.svc"],
  open: () => ({
    extension: ({ target, method }: WireRequest) => ({
      status: 200,
      headers: json,
      body: JSON.stringify({ from: `the extension server, asked to ${method} ${target.replace(/\?.*/, "")}` }),
    }),
    steps: [
      prepare("a service", coreServices, externalService("there")),
      ...seen("at first", /NotFound/),
      create(
        "another version without a group",
        services,
        apiService("v2.", { group: "", version: "v2", ...behind("there") }),
      ),
      { ...patch("take it", core, { spec: behind("there") }), quiet: true },
      available("v1."),
      ...seen("taken over", /extension/),
      { ...patch("give it back", core, { spec: { service: null, insecureSkipTLSVerify: null } }), quiet: true },
      ...seen("given back", /NotFound/),
    ],
  }),
};
