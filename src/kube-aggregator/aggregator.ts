import type { KubeObject } from "../apimachinery/meta.ts";
import type { Handler } from "../apiserver/endpoints/handler.ts";
import type { OtherDocuments } from "../apiserver/endpoints/openapi/openapi-routes.ts";
import type { DiscoveredGroups, MergedVersion } from "../apiserver/endpoints/discovery/merged-groups.ts";
import type { ServedGroup } from "../apiserver/endpoints/discovery/api-groups.ts";
import { apiServiceName, automanagedLabel, customPriority } from "../apis/apiregistration/local-api-services.ts";
import type { AggregationParts } from "./aggregation-parts.ts";
import { groupVersionOf, type ApiService } from "./api-service.ts";
import { createApiServiceWriter } from "./api-service-writer.ts";
import { AutoregisterController } from "./autoregister-controller.ts";
import { AvailabilityController } from "./availability-controller.ts";
import { DiscoveryController } from "./discovery-controller.ts";
import { ExtensionClient } from "./extension-client.ts";
import { groupsInAggregatedOrder, groupsInPlainOrder, type RankedVersion } from "./group-order.ts";
import { OpenApiController } from "./openapi/open-api-controller.ts";
import { createOtherDocuments } from "./openapi/other-documents.ts";
import { proxy } from "./proxy-handler.ts";

/** The group of APIServices, for which there is none; it stands before all others. */
const registration = "apiregistration.k8s.io";
const registrationPriority = 20_001;

/** What the aggregator does once there is something to do. */
export interface Aggregator {
  proxy(service: ApiService): Handler;
  /** Returns the groups as clients discover them; the same object until they change. */
  groups(own: readonly ServedGroup[]): DiscoveredGroups;
  readonly documents: OtherDocuments;
  /** Resolves when every change so far is taken in; what is tried again later does not count. */
  idle(): Promise<void>;
  /** Asks the server of an APIService again, since what answers for it has changed. */
  check(name: string): void;
  close(): void;
}

/** Starts the controllers of the aggregator. */
export function startAggregator(parts: AggregationParts): Aggregator {
  const { lister, clock, builtin } = parts;
  const client = new ExtensionClient(parts.extensions);
  const writer = createApiServiceWriter(parts.installed, parts.context);
  const autoregister = new AutoregisterController({ ...parts, writer });
  const { unavailable, follow, report } = parts;
  const lookups = parts.extensions;
  const availability = new AvailabilityController({
    lister,
    writer,
    clock,
    lookups,
    client,
    unavailable,
    follow,
    report,
  });
  let changes = 0;
  const changed = (): void => void changes++;
  const discovery = new DiscoveryController({ lister, client, clock, changed });
  lister.listen(changed);
  const openApi = new OpenApiController({ lister, client, clock });
  const documents = createOtherDocuments(openApi, lister, client);
  const controllers = [autoregister, availability, discovery, openApi];
  for (const controller of controllers) controller.start();
  const builtinRanks = ranksOf(builtin);
  let known: { readonly own: unknown; readonly changes: number; readonly groups: DiscoveredGroups } | undefined;
  return {
    proxy: (service) => (ctx) => proxy(ctx, service, client),
    groups(own) {
      if (known?.own !== own || known.changes !== changes)
        known = { own, changes, groups: mergeGroups(own, lister.all(), builtinRanks, discovery) };
      return known.groups;
    },
    documents,
    async idle() {
      for (const controller of controllers) await controller.idle();
    },
    check: (name) => {
      availability.check(name);
      discovery.check(name);
      openApi.check(name);
    },
    close: () => controllers.forEach((controller) => controller.close()),
  };
}

const ranksOf = (services: readonly KubeObject[]): ReadonlyMap<string, RankedVersion> =>
  new Map(
    services.map((service) => {
      const { group = "", ...spec } = service["spec"] as unknown as ApiService["spec"];
      return [service.metadata.name ?? "", { group, ...spec }];
    }),
  );

/** Merges what this server serves with what APIServices register. The core group stands apart. */
function mergeGroups(
  own: readonly ServedGroup[],
  services: readonly ApiService[],
  builtin: ReadonlyMap<string, RankedVersion>,
  discovery: DiscoveryController,
): DiscoveredGroups {
  const served = own
    .filter(({ name }) => name !== "")
    .flatMap(({ name: group, versions }) => versions.map((version) => ({ group, version })));
  const rankOf = (gv: { readonly group: string; readonly version: string }, at: number): RankedVersion => {
    if (gv.group === registration)
      return { ...gv, groupPriorityMinimum: registrationPriority, versionPriority: served.length - at };
    return builtin.get(apiServiceName(gv)) ?? { ...gv, ...customPriority };
  };
  const ownRanks = new Map(served.map((gv, at) => [apiServiceName(gv), rankOf(gv, at)]));
  const registered = new Map<string, RankedVersion>();
  const remote = new Map<string, RankedVersion>();
  for (const service of services) {
    const gv = groupVersionOf(service);
    const name = service.metadata.name ?? "";
    if (gv.group === "") continue;
    const rank = { ...gv, ...prioritiesOf(service) };
    if (service.spec.service !== undefined) remote.set(name, rank);
    // An APIService of a definition goes a moment after the definition has gone.
    if (service.metadata.labels?.[automanagedLabel] !== "true" || ownRanks.has(name)) registered.set(name, rank);
  }
  for (const [name, rank] of ownRanks)
    if (!registered.has(name) && (!builtin.has(name) || rank.group === registration)) registered.set(name, rank);
  const plain = groupsInPlainOrder([...registered.values()]);
  const aggregated = groupsInAggregatedOrder([...new Map([...ownRanks, ...remote]).values()]);
  const merged = (rank: RankedVersion): MergedVersion => {
    const name = apiServiceName(rank);
    const found = remote.has(name) ? (discovery.find(name) ?? { resources: undefined, freshness: "Stale" }) : undefined;
    return { version: rank.version, remote: found };
  };
  return {
    plain: plain.map(([name, versions]) => ({ name, versions: versions.map(({ version }) => version) })),
    aggregated: aggregated.map(([name, versions]) => ({ name, versions: versions.map(merged) })),
  };
}

const prioritiesOf = ({ spec: { groupPriorityMinimum, versionPriority } }: ApiService) => ({
  groupPriorityMinimum,
  versionPriority,
});
