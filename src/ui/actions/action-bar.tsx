import { Button } from "../design/button.tsx";
import { ActionMenu } from "../design/menu.tsx";
import { isReadOnly, usePage, whyUnchangeable } from "../state/page.ts";
import type { Action, Subject } from "./action.ts";
import { actionsOn } from "./action-table.ts";
import { askFor } from "./action-sheet-store.ts";
import { entriesOf, shortLabel } from "./action-words.ts";

/** How many actions stand as buttons; the others are in a menu. */
const mostButtons = 4;

export interface ActionBarProps {
  readonly subject: Subject;
  /** The ids of actions that stand first. */
  readonly first?: readonly string[];
  /** The ids of actions that are offered elsewhere. */
  readonly without?: readonly string[] | undefined;
}

/** The actions on an object: the first ones as buttons, and a menu of all others. */
export function ActionBar({ subject, first = [], without = [] }: ActionBarProps) {
  const page = usePage();
  const why = whyUnchangeable(page);
  if (isReadOnly(page) && why === undefined) return null;
  const offered = actionsOn(subject).filter(({ id }) => !without.includes(id));
  if (offered.length === 0) return null;
  const sorted = [
    ...first.flatMap((id) => offered.filter((action) => action.id === id)),
    ...offered.filter(({ id }) => !first.includes(id)),
  ];
  const shown = sorted.filter(({ tone }) => tone !== "danger").slice(0, mostButtons);
  const entries = entriesOf(
    page,
    sorted.filter((action) => !shown.includes(action)),
    [subject],
  );
  return (
    <div className="row wrap" role="group" aria-label="Actions">
      {shown.map((action) => (
        <ActionButton key={action.id} action={action} subject={subject} />
      ))}
      {entries.length === 0 ? null : (
        <ActionMenu
          trigger={
            <Button size="small" tone="plain" icon="more" disabled={why !== undefined} title={why}>
              More
            </Button>
          }
          entries={entries}
        />
      )}
    </div>
  );
}

function ActionButton({ action, subject }: { readonly action: Action; readonly subject: Subject }) {
  const page = usePage();
  const why = whyUnchangeable(page);
  return (
    <Button
      size="small"
      tone={action.tone}
      icon={action.icon}
      disabled={why !== undefined}
      title={why}
      onClick={() => askFor(page, action, [subject])}
    >
      {shortLabel(action)}
    </Button>
  );
}
