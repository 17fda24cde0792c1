import { useEffect, useMemo, useState } from "react";
import { isBuiltinGroup } from "../../../apimachinery/builtin-group.ts";
import { formatCount } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import { TextInput } from "../../design/field.tsx";
import { twoLines, VirtualTable, type Sort } from "../../design/virtual-table.tsx";
import {
  addressOf,
  definitionsResource,
  pluralOf,
  targetOf,
  type ObjectPath,
  type Resource,
} from "../../kube/resource.ts";
import { NamespaceField } from "../../shared/namespace-field.tsx";
import { isReadOnly, type Page, usePage, whyUnchangeable } from "../../state/page.ts";
import { consoleAddress, navigate, watchAddress } from "../../state/route.ts";
import { settings } from "../../state/settings.ts";
import { useNarrow } from "../../platform/media.ts";
import { usePast, useShownNow } from "../../state/past.ts";
import { collection } from "./collection-store.ts";
import { explorer } from "./explorer-store.ts";
import { hasState } from "../../../diagnosis/summarize.ts";
import { hasWideColumns, objectColumns, statusColumn, type ObjectColumn } from "./collection-columns.tsx";
import {
  menuColumn,
  RowActions,
  SelectionBar,
  selectColumn,
  useChosen,
  type ChosenRows,
  type RowMenu,
} from "./row-actions.tsx";
import { ListTrouble } from "./unreadable-note.tsx";
import { rowFilter, sortedRows, type ObjectRow } from "./rows.ts";

const keyOfRow = ({ key }: ObjectRow): string => key;

/** A live table of the objects of a kind. */
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
  useEffect(() => collection.of(page).getState().open(kind, where), [page, kind, where]);
  const { rows, remaining, state, trouble } = collection.use((value) => value);
  const [filter, setFilter] = useState("");
  const chosen = useChosen(kind, where);
  const [menu, setMenu] = useState<RowMenu | undefined>(undefined);
  const columns = useColumns(kind, slim, kind.namespaced && scope === undefined, {
    chosen,
    rows,
    menu,
    onMenu: setMenu,
  });
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const fitting = useFitting(rows, filter, columns, sort);
  // Beside an object and on a phone, the reason of a state has no room but a line of its own.
  const tellsBelow = slim && columns.includes(statusColumn);
  return (
    <section className="column" aria-label={kind.kind} data-tells={tellsBelow ? "below" : undefined}>
      <CollectionBar
        kind={kind}
        slim={slim}
        where={where}
        filter={filter}
        onFilter={setFilter}
        count={trouble !== undefined && rows.length === 0 ? "" : countWords(fitting.length, rows.length + remaining)}
      />
      {slim ? null : <SelectionBar kind={kind} rows={fitting} chosen={chosen} />}
      {trouble === undefined ? null : (
        <div className="pad">
          <ListTrouble status={trouble} kind={kind} onDeleted={() => reopen(page, kind, where)} />
        </div>
      )}
      {state === "loading" && rows.length === 0 && trouble === undefined ? (
        <Skeleton lines={10} />
      ) : (
        <VirtualTable
          label={kind.kind}
          rows={fitting}
          columns={columns}
          sort={sort}
          onSort={(id) => setSort(nextSort(sort, id))}
          rowKey={keyOfRow}
          {...(tellsBelow && { rowHeight: twoLines })}
          selected={path.name === undefined ? undefined : `${path.namespace ?? ""}/${path.name}`}
          onSelect={(row) => openRow(page, kind, row, path.name !== undefined)}
          rowTone={(row) => (row.leaving ? "gone" : row.fresh ? "fresh" : undefined)}
          empty={
            trouble !== undefined ? null : rows.length === 0 ? (
              <NoObjects kind={kind} namespace={scope} />
            ) : (
              <p className="pad quiet">None of {formatCount(rows.length)} matches the filter.</p>
            )
          }
        />
      )}
      {menu === undefined ? null : <RowActions kind={kind} menu={menu} onClose={() => setMenu(undefined)} />}
    </section>
  );
}

/** Opens the object of a row, in the tab that the object before it shows. */
function openRow(page: Page, kind: Resource, { namespace, name }: ObjectRow, replaces: boolean): void {
  const { tab } = page.route.getState().parameters;
  navigate(`${addressOf({ ...kind, namespace, name })}${tab === undefined ? "" : `?tab=${tab}`}`, replaces);
}

/** Lists a collection at once, and not when its trouble has lasted for a while. */
function reopen(page: Page, kind: Resource, where: ObjectPath): void {
  const { open, close } = collection.of(page).getState();
  close();
  open(kind, where);
}

/** What the columns beside those of the objects work on. */
interface RowTools {
  readonly chosen: ChosenRows;
  readonly rows: readonly ObjectRow[];
  readonly menu: RowMenu | undefined;
  readonly onMenu: (menu: RowMenu) => void;
}

/** Returns the visible columns. */
function useColumns(
  kind: Resource,
  slim: boolean,
  namespaces: boolean,
  { chosen, rows, menu, onMenu }: RowTools,
): readonly ObjectColumn[] {
  const columns = collection.use((value) => value.columns);
  const wide = settings.use((value) => value.wideTables);
  const now = useShownNow(5000);
  const builtin = isBuiltinGroup(kind.group);
  const tells = useMemo(
    () => (builtin && rows.length === 0) || rows.some(({ summary }) => (summary?.state ?? "") !== ""),
    [builtin, rows],
  );
  const states = tells && hasState(kind.group, kind.kind);
  const page = usePage();
  const narrow = useNarrow();
  const shown = useMemo(
    () => objectColumns({ columns, namespaces, slim, narrow, wide, now, states, builtin }),
    [columns, namespaces, slim, narrow, wide, now, states, builtin],
  );
  return useMemo(
    () => (isReadOnly(page) || slim ? shown : [selectColumn(chosen, rows), ...shown, menuColumn(menu, onMenu)]),
    [shown, slim, chosen, rows, page, menu, onMenu],
  );
}

/** Returns the rows that match the filter, sorted by a column. */
function useFitting(
  rows: readonly ObjectRow[],
  filter: string,
  columns: readonly ObjectColumn[],
  sort: Sort | undefined,
): readonly ObjectRow[] {
  const value = columns.find(({ id }) => id === sort?.id)?.value;
  const fitting = useMemo(() => (filter.trim() === "" ? rows : rows.filter(rowFilter(filter))), [rows, filter]);
  return useMemo(
    () => (value === undefined ? fitting : sortedRows(fitting, { value, descending: sort?.descending === true })),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what a column sorts by does not change with the time
    [fitting, sort],
  );
}

/** Cycles the sort order: ascending, descending, the server's order. */
const nextSort = (sort: Sort | undefined, id: string): Sort | undefined =>
  sort?.id !== id ? { id, descending: false } : sort.descending ? undefined : { id, descending: true };

const countWords = (shown: number, all: number): string =>
  shown === all ? formatCount(all) : `${formatCount(shown)} of ${formatCount(all)}`;

function CollectionBar({
  kind,
  slim,
  where,
  filter,
  onFilter,
  count,
}: {
  readonly kind: Resource;
  readonly slim: boolean;
  readonly where: ObjectPath;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly count: string;
}) {
  const namespace = explorer.use((state) => state.namespace);
  const setNamespace = explorer.use((state) => state.setNamespace);
  const target = targetOf(where);
  return (
    <div className="kp-toolbar kp-collection-bar">
      <h2>{pluralOf(kind)}</h2>
      <span className="quiet small">{count}</span>
      <div className="row kp-collection-filter">
        {kind.namespaced ? (
          <NamespaceField
            field={{ "aria-label": "Namespace" }}
            none="All namespaces"
            value={namespace}
            onValue={setNamespace}
          />
        ) : null}
        <TextInput placeholder="Name or label=value" aria-label="Filter objects" value={filter} onValue={onFilter} />
      </div>
      {slim ? null : <WideToggle />}
      <LinkButton
        size="small"
        tone="plain"
        icon="watches"
        href={watchAddress(`${target}?watch=true`)}
        title={`Watch ${target}`}
      >
        <span className="kp-bar-word">Watch</span>
      </LinkButton>
      <LinkButton
        size="small"
        tone="plain"
        icon="requests"
        href={consoleAddress({ method: "GET", target })}
        title="This list as a request in the console"
      >
        <span className="kp-bar-word">Request</span>
      </LinkButton>
      {kind.resource === definitionsResource ? (
        <LinkButton size="small" tone="plain" icon="definitions" href="#/definitions" title="The workbench">
          <span className="kp-bar-word">Workbench</span>
        </LinkButton>
      ) : null}
      {kind.verbs.includes("create") ? <CreateButton kind={kind} /> : null}
    </div>
  );
}

function CreateButton({ kind }: { readonly kind: Resource }) {
  const why = whyUnchangeable(usePage());
  return (
    <Button
      size="small"
      tone="primary"
      icon="plus"
      disabled={why !== undefined}
      title={why}
      onClick={() => navigate(`${addressOf(kind)}?create=1`)}
    >
      Create
    </Button>
  );
}

/** Toggles the columns with a priority above 0. */
function WideToggle() {
  const hasMore = collection.use(({ columns }) => hasWideColumns(columns));
  const wide = settings.use((state) => state.wideTables);
  const change = settings.use((state) => state.change);
  if (!hasMore) return null;
  return (
    <Button
      size="small"
      tone="plain"
      aria-pressed={wide}
      title="Show all columns, as kubectl get -o wide does"
      onClick={() => change({ wideTables: !wide })}
    >
      Wide
    </Button>
  );
}

function NoObjects({ kind, namespace }: { readonly kind: Resource; readonly namespace: string | undefined }) {
  const page = usePage();
  const create = kind.verbs.includes("create") && !isReadOnly(page);
  const past = usePast();
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
      {past === undefined
        ? "The list is live: objects appear as soon as they are created."
        : `There were none at revision ${past.revision}.`}
    </EmptyState>
  );
}
