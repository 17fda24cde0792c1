import { useEffect, useMemo, useState, type KeyboardEvent } from "react";
import { Badge, Note, Skeleton } from "../../design/feedback.tsx";
import { Check, TextInput } from "../../design/field.tsx";
import { addressOf, type Resource } from "../../kube/resource.ts";
import { apiServiceAddress, apiServices, type ApiServiceView } from "../../state/api-services.ts";
import { catalog } from "../../state/catalog.ts";
import { usePage } from "../../state/page.ts";
import { countKey, counts } from "./counts-store.ts";

/** Lists the kinds that support list, by API group, with their object counts. */
export function KindList({ current }: { readonly current: Pick<Resource, "group" | "resource"> | undefined }) {
  const resources = catalog.use((state) => state.resources);
  const state = catalog.use((value) => value.state);
  const trouble = catalog.use((value) => value.trouble);
  const amounts = counts.use((value) => value.of);
  const [filter, setFilter] = useState("");
  const [used, setUsed] = useState(false);
  useFreshCounts(resources);
  const remote = apiServices.use((value) => value.all).filter(({ isRemote }) => isRemote);
  const servers = new Map(remote.map((service) => [`${service.group}/${service.version}`, service]));
  const down = remote.filter(({ available }) => available !== "True");
  const isActive = (kind: Resource) => current?.group === kind.group && current.resource === kind.resource;
  const groups = useMemo(
    () => grouped(resources, filter, used ? amounts : undefined),
    [resources, filter, used, amounts],
  );
  return (
    <nav className="column" aria-label="Kinds">
      <div className="kp-toolbar">
        <TextInput placeholder="Filter" aria-label="Filter kinds" value={filter} onValue={setFilter} />
        <Check label="in use" checked={used} onChecked={setUsed} />
      </div>
      {state === "loading" ? <Skeleton lines={12} /> : null}
      {state === "failed" ? (
        <div className="pad">
          <Note tone="error">{trouble}</Note>
        </div>
      ) : null}
      <div className="fill scroll kp-kinds" onKeyDown={moveFocus}>
        <DownServers services={down} />
        {groups.map(([group, kinds]) => (
          <section key={group} aria-label={group === "" ? "core" : group}>
            <h2>{group === "" ? "core" : group}</h2>
            <ul>
              {kinds.map((kind) => (
                <li key={kind.resource}>
                  <KindLink
                    kind={kind}
                    active={isActive(kind)}
                    reachable={
                      isActive(kind) || (!groups.some(([, all]) => all.some(isActive)) && kind === groups[0]?.[1][0])
                    }
                    amount={amounts[countKey(kind)]}
                    server={servers.get(`${kind.group}/${kind.version}`)?.server}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

/** Moves the focus within the list with the arrow keys. The list is a single tab stop. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = links.findIndex((link) => link === document.activeElement);
  event.preventDefault();
  links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
}

function KindLink({
  kind,
  active,
  reachable,
  amount,
  server,
}: {
  readonly kind: Resource;
  readonly active: boolean;
  readonly reachable: boolean;
  readonly amount: number | undefined;
  /** The extension API server that serves the kind, if one does. */
  readonly server: string | undefined;
}) {
  return (
    <a
      href={addressOf(kind)}
      aria-current={active ? "page" : undefined}
      tabIndex={reachable ? 0 : -1}
      data-none={amount === 0 ? "" : undefined}
    >
      <span className="clip grow">{kind.kind}</span>
      {server === undefined ? null : (
        <span title={`Served by another API server: ${server}`}>
          <Badge tone="info">aggregated</Badge>
        </span>
      )}
      <span className="kp-count">{amount === undefined || amount === 0 ? "" : amount}</span>
    </a>
  );
}

/** The group versions whose server does not answer: their kinds are not known, or not relied upon. */
function DownServers({ services }: { readonly services: readonly ApiServiceView[] }) {
  if (services.length === 0) return null;
  return (
    <section aria-label="Not available">
      <h2>Not available</h2>
      <ul>
        {services.map(({ name, group, version, reason, message }) => (
          <li key={name}>
            <a href={apiServiceAddress(name)} title={`${reason}: ${message}`}>
              <span className="clip grow">
                {group}/{version}
              </span>
              <Badge tone="error">down</Badge>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function grouped(
  resources: readonly Resource[],
  filter: string,
  amounts: Readonly<Record<string, number>> | undefined,
): readonly (readonly [string, readonly Resource[]])[] {
  const word = filter.trim().toLowerCase();
  const groups = new Map<string, Resource[]>();
  for (const resource of resources) {
    if (!resource.verbs.includes("list") || (amounts !== undefined && !amounts[countKey(resource)])) continue;
    const text = [resource.kind, resource.resource, resource.group, ...resource.shortNames].join(" ").toLowerCase();
    if (!text.includes(word)) continue;
    groups.set(resource.group, [...(groups.get(resource.group) ?? []), resource]);
  }
  return [...groups].map(([group, kinds]) => [group, kinds.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))]);
}

/** Counts all kinds once, then only those that are written to. */
function useFreshCounts(resources: readonly Resource[]): void {
  const page = usePage();
  useEffect(() => counts.of(page).getState().follow(resources), [page, resources]);
}
