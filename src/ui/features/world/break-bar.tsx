import { useMemo } from "react";
import { nameOfSubject } from "../../actions/action.ts";
import { askFor } from "../../actions/action-sheet-store.ts";
import { shortLabel } from "../../actions/action-words.ts";
import { Button } from "../../design/button.tsx";
import { ActionMenu } from "../../design/menu.tsx";
import { usePage, whyUnchangeable } from "../../state/page.ts";
import { addNode } from "./add-node.ts";
import { breakingActions, mendings, targetsIn, type Mending } from "./break-targets.ts";
import { world } from "./world-store.ts";

/** How many mending actions the menu has. */
const mostMended = 30;

/** Things to break, and what mends them. Each names what it is done to, and shows its requests before they are sent. */
export function BreakBar() {
  const page = usePage();
  const why = whyUnchangeable(page);
  const objects = world.use((state) => state.inBars);
  const selected = world.use((state) => state.selected);
  const filter = world.use((state) => state.filter);
  const broken = useMemo(() => mendings(objects), [objects]);
  const targetOf = useMemo(() => targetsIn({ objects, selected, filter }), [objects, selected, filter]);
  return (
    <div className="kp-break row" role="toolbar" aria-label="Break and mend">
      <Button
        size="small"
        icon="plus"
        disabled={why !== undefined}
        title={why}
        onClick={() => void addNode(page, objects)}
      >
        Add a node
      </Button>
      <span className="kp-break-label quiet small" aria-hidden="true">
        Break
      </span>
      {breakingActions.map((action) => {
        const subject = targetOf(action);
        const label = shortLabel(action);
        return (
          <Button
            key={action.id}
            size="small"
            icon={action.icon}
            disabled={why !== undefined || subject === undefined}
            title={
              why ??
              (subject === undefined
                ? `${action.words} Nothing here fits.`
                : `${action.label} ${nameOfSubject(subject)}. ${action.words}`)
            }
            onClick={() => subject !== undefined && askFor(page, action, [subject])}
          >
            {label}
          </Button>
        );
      })}
      {broken.length === 0 || why !== undefined ? null : <MendMenu broken={broken} />}
    </div>
  );
}

function MendMenu({ broken }: { readonly broken: readonly Mending[] }) {
  const page = usePage();
  return (
    <ActionMenu
      trigger={
        <Button size="small" icon="check" className="kp-mend">
          Mend {broken.length}
        </Button>
      }
      entries={broken.slice(0, mostMended).map(({ action, subject }) => ({
        label: `${action.label} ${nameOfSubject(subject)}`,
        icon: action.icon,
        onSelect: () => askFor(page, action, [subject]),
      }))}
    />
  );
}
