import { useMemo, useState } from "react";
import { actionsOnKind } from "../../actions/action-table.ts";
import { shortLabel } from "../../actions/action-words.ts";
import { askFor } from "../../actions/action-sheet-store.ts";
import type { Action } from "../../actions/action.ts";
import { readSubjects } from "../../actions/perform.ts";
import { formatCount } from "../../data/words.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { MenuAt } from "../../design/menu.tsx";
import { targetOf, type ObjectPath, type Resource } from "../../kube/resource.ts";
import { usePage, type Page } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";
import type { ObjectColumn } from "./collection-columns.tsx";
import type { ObjectRow } from "./rows.ts";

/** The rows of a list that are chosen, by their keys. */
export interface ChosenRows {
  readonly keys: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  readonly set: (keys: Iterable<string>) => void;
}

const none: ReadonlySet<string> = new Set();

/** Keeps the chosen rows of a collection; another one begins without any. */
export function useChosen(kind: Resource, where: ObjectPath): ChosenRows {
  const target = targetOf({ ...kind, namespace: where.namespace });
  const [chosen, setChosen] = useState({ target, keys: none });
  const keys = chosen.target === target ? chosen.keys : none;
  return useMemo(() => {
    const set = (next: Iterable<string>): void => setChosen({ target, keys: new Set(next) });
    const toggle = (key: string): void => set(keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key]);
    return { keys, set, toggle };
  }, [keys, target]);
}

const pathOfRow = (kind: Resource, { namespace, name }: ObjectRow): ObjectPath => ({ ...kind, namespace, name });

/** Opens the sheet of an action on rows, whose objects are read for it. */
async function askForRows(page: Page, action: Action, kind: Resource, rows: readonly ObjectRow[]): Promise<void> {
  try {
    const paths = rows.map((row) => pathOfRow(kind, row));
    askFor(page, action, await readSubjects(page.handle, kind, paths));
  } catch (error) {
    tellError(page, error);
  }
}

/** The column in which rows are chosen for an action on several. */
export const selectColumn = ({ keys, toggle, set }: ChosenRows, rows: readonly ObjectRow[]): ObjectColumn => ({
  id: "select",
  label: "Choose",
  head: (
    <input
      type="checkbox"
      className="kp-row-check"
      aria-label="Choose all"
      checked={rows.length > 0 && keys.size >= rows.length}
      onChange={(event) => set(event.target.checked ? rows.map(({ key }) => key) : [])}
    />
  ),
  width: "16px",
  value: ({ key }) => (keys.has(key) ? 0 : 1),
  draw: ({ key, name }) => (
    <input
      type="checkbox"
      className="kp-row-check"
      aria-label={`Choose ${name}`}
      tabIndex={-1}
      checked={keys.has(key)}
      onClick={(event) => event.stopPropagation()}
      onChange={() => toggle(key)}
    />
  ),
});

/** A row whose menu is open, and the button that has opened it. */
export interface RowMenu {
  readonly row: ObjectRow;
  readonly at: HTMLElement;
}

/**
 * The column with a button that opens the menu of the actions on an object. A menu for each row would cost more than
 * all else of it.
 */
export const menuColumn = (opened: RowMenu | undefined, onOpen: (menu: RowMenu) => void): ObjectColumn => ({
  id: "menu",
  label: "Actions",
  head: <span className="unseen">Actions</span>,
  width: "24px",
  value: () => 0,
  draw: (row) => (
    <Button
      tone="plain"
      size="small"
      className="kp-icon-button kp-row-menu"
      icon="more"
      tabIndex={-1}
      aria-haspopup="menu"
      aria-expanded={opened?.row.key === row.key}
      aria-label={`Actions on ${row.name}`}
      onClick={(event) => {
        event.stopPropagation();
        onOpen({ row, at: event.currentTarget });
      }}
    />
  ),
});

/** The open menu of the actions on the object of a row. */
export function RowActions({
  kind,
  menu: { row, at },
  onClose,
}: {
  readonly kind: Resource;
  readonly menu: RowMenu;
  readonly onClose: () => void;
}) {
  const page = usePage();
  return (
    <MenuAt
      label={`Actions on ${row.name}`}
      at={at}
      onClose={onClose}
      entries={actionsOnKind(kind)
        .filter(({ id }) => row.offers?.includes(id) ?? true)
        .map((action) => ({
          label: shortLabel(action),
          icon: action.icon,
          tone: action.tone,
          onSelect: () => void askForRows(page, action, kind, [row]),
        }))}
    />
  );
}

/** What can be done to the chosen rows, and to all that are shown. */
export function SelectionBar({
  kind,
  rows,
  chosen: { keys, set },
}: {
  readonly kind: Resource;
  readonly rows: readonly ObjectRow[];
  readonly chosen: ChosenRows;
}) {
  const page = usePage();
  const chosen = useMemo(() => (keys.size === 0 ? [] : rows.filter(({ key }) => keys.has(key))), [rows, keys]);
  if (chosen.length === 0) return null;
  const actions = actionsOnKind(kind).filter(({ id }) => chosen.some(({ offers }) => offers?.includes(id) ?? true));
  return (
    <div className="kp-selection row wrap" role="group" aria-label="Chosen objects">
      <span>{formatCount(chosen.length)} chosen</span>
      {actions.map((action) => (
        <Button
          key={action.id}
          size="small"
          tone={action.tone}
          icon={action.icon}
          onClick={() => void askForRows(page, action, kind, chosen)}
        >
          {shortLabel(action)}
        </Button>
      ))}
      {chosen.length >= rows.length ? null : (
        <Button size="small" tone="plain" onClick={() => set(rows.map(({ key }) => key))}>
          Choose all {formatCount(rows.length)}
        </Button>
      )}
      <IconButton size="small" icon="close" label="Choose none" onClick={() => set([])} />
    </div>
  );
}
