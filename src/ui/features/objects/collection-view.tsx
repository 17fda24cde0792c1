import { useEffect, useMemo, useState } from "react";
import { formatAge, formatCount } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState, Note, Skeleton } from "../../design/feedback.tsx";
import { Select, TextInput } from "../../design/field.tsx";
import { VirtualTable, type Column } from "../../design/virtual-table.tsx";
import { addressOf, definitionsResource, targetOf, type ObjectPath, type Resource } from "../../kube/resource.ts";
import { catalog } from "../../state/catalog.ts";
import { usePage } from "../../state/page.ts";
import { consoleAddress, navigate, watchAddress } from "../../state/route.ts";
import { useNow } from "../../platform/use-now.ts";
import { collection } from "./collection-store.ts";
import { explorer } from "./explorer-store.ts";
import { rowFilter, type ObjectRow } from "./rows.ts";

function columnsFor(kind: Resource, slim: boolean, now: number): readonly Column<ObjectRow>[] {
  const all: readonly (Column<ObjectRow> | undefined)[] = [
    { id: "name", label: "Name", width: "minmax(120px, 3fr)", draw: (row) => <span title={row.name}>{row.name}</span> },
    kind.namespaced
      ? {
          id: "namespace",
          label: "Namespace",
          width: "minmax(72px, 1fr)",
          draw: (row) => <span className="quiet">{row.namespace}</span>,
        }
      : undefined,
    slim
      ? undefined
      : {
          id: "details",
          label: "Details",
          width: "minmax(80px, 2fr)",
          draw: (row) => (
            <span className="quiet" title={row.details}>
              {row.details}
            </span>
          ),
        },
    slim
      ? undefined
      : {
          id: "revision",
          label: "Revision",
          width: "64px",
          end: true,
          draw: (row) => <span className="quiet mono">{row.revision}</span>,
        },
    {
      id: "age",
      label: "Age",
      width: "40px",
      end: true,
      draw: (row) => (
        <span className="quiet" title={new Date(row.created).toLocaleString()}>
          {formatAge(row.created, now)}
        </span>
      ),
    },
  ];
  return all.filter((column) => column !== undefined);
}

/** The objects of one kind as a live table. */
export function CollectionView({
  kind,
  path,
  slim,
}: {
  readonly kind: Resource;
  readonly path: ObjectPath;
  readonly slim: boolean;
}) {
  const page = usePage();
  const namespace = explorer.use((state) => state.namespace);
  const scope = kind.namespaced && namespace !== "" ? namespace : undefined;
  const where: ObjectPath = useMemo(() => ({ ...kind, namespace: scope }), [kind, scope]);
  useEffect(() => collection.of(page).getState().open(where), [page, where]);
  const { rows, remaining, state, trouble } = collection.use((value) => value);
  const [filter, setFilter] = useState("");
  const fitting = useMemo(() => (filter.trim() === "" ? rows : rows.filter(rowFilter(filter))), [rows, filter]);
  const now = useNow(5000);
  const columns = useMemo(() => columnsFor(kind, slim, now), [kind, slim, now]);
  const open = (row: ObjectRow) => {
    const { tab } = page.route.getState().parameters;
    navigate(
      `${addressOf({ ...kind, namespace: row.namespace, name: row.name })}${tab === undefined ? "" : `?tab=${tab}`}`,
      path.name !== undefined,
    );
  };
  return (
    <section className="column" aria-label={kind.kind}>
      <CollectionBar
        kind={kind}
        where={where}
        filter={filter}
        onFilter={setFilter}
        count={countWords(fitting.length, rows.length + remaining)}
      />
      {trouble === "" ? null : (
        <div className="pad">
          <Note tone="error">{trouble}</Note>
        </div>
      )}
      {state === "loading" && rows.length === 0 && trouble === "" ? (
        <Skeleton lines={10} />
      ) : (
        <VirtualTable
          label={kind.kind}
          rows={fitting}
          columns={columns}
          rowKey={(row) => row.key}
          selected={path.name === undefined ? undefined : `${path.namespace ?? ""}/${path.name}`}
          onSelect={open}
          rowTone={(row) => (row.leaving ? "gone" : row.fresh ? "fresh" : undefined)}
          empty={
            rows.length === 0 ? (
              <NoObjects kind={kind} namespace={scope} />
            ) : (
              <p className="pad quiet">None of {rows.length} fits the filter.</p>
            )
          }
        />
      )}
    </section>
  );
}

const countWords = (shown: number, all: number): string =>
  shown === all ? formatCount(all) : `${formatCount(shown)} of ${formatCount(all)}`;

function CollectionBar({
  kind,
  where,
  filter,
  onFilter,
  count,
}: {
  readonly kind: Resource;
  readonly where: ObjectPath;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly count: string;
}) {
  const namespaces = catalog.use((state) => state.namespaces);
  const namespace = explorer.use((state) => state.namespace);
  const setNamespace = explorer.use((state) => state.setNamespace);
  const options = [
    ["", "All namespaces"] as const,
    ...[...new Set([...namespaces, ...(namespace === "" ? [] : [namespace])])].map((name) => [name, name] as const),
  ];
  const target = targetOf(where);
  return (
    <div className="kp-toolbar kp-collection-bar">
      <h2>{kind.kind}</h2>
      <span className="quiet small">{count}</span>
      <div className="row kp-collection-filter">
        {kind.namespaced ? (
          <Select aria-label="Namespace" options={options} value={namespace} onValue={setNamespace} />
        ) : null}
        <TextInput placeholder="Name or label=value" aria-label="Filter objects" value={filter} onValue={onFilter} />
      </div>
      <LinkButton
        size="small"
        tone="plain"
        icon="watches"
        href={watchAddress(`${target}?watch=true`)}
        title={`Watch ${target}`}
      >
        Watch
      </LinkButton>
      <LinkButton
        size="small"
        tone="plain"
        icon="requests"
        href={consoleAddress({ method: "GET", target })}
        title="This list as a request in the console"
      >
        Request
      </LinkButton>
      {kind.resource === definitionsResource ? (
        <LinkButton size="small" tone="plain" icon="definitions" href="#/definitions">
          Workbench
        </LinkButton>
      ) : null}
      {kind.verbs.includes("create") ? (
        <Button size="small" tone="primary" icon="plus" onClick={() => navigate(`${addressOf(kind)}?create=1`)}>
          Create
        </Button>
      ) : null}
    </div>
  );
}

function NoObjects({ kind, namespace }: { readonly kind: Resource; readonly namespace: string | undefined }) {
  const create = kind.verbs.includes("create");
  return (
    <EmptyState
      icon="objects"
      title={`No ${kind.resource}${namespace === undefined ? "" : ` in ${namespace}`}`}
      actions={
        create ? (
          <Button icon="plus" onClick={() => navigate(`${addressOf(kind)}?create=1`)}>
            Create one from an example
          </Button>
        ) : undefined
      }
    >
      Objects of kind {kind.kind} show here the moment they exist, whoever creates them.
    </EmptyState>
  );
}
