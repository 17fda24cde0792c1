import { Menu } from "@base-ui/react/menu";
import { useState, type ReactElement } from "react";
import { Icon, type IconName } from "./icon.tsx";

export interface MenuEntry {
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly tone?: "danger" | undefined;
  readonly onSelect: () => void;
}

/** A button that opens a menu of actions. "-" adds a separator. */
export function ActionMenu({
  trigger,
  entries,
}: {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly entries: readonly (MenuEntry | "-")[];
}) {
  const [landmark, setLandmark] = useState<HTMLElement>();
  return (
    <Menu.Root
      onOpenChange={(open, { trigger: opener }) => {
        if (open) setLandmark(landmarkAround(opener));
      }}
    >
      <Menu.Trigger render={trigger} />
      <Menu.Portal container={landmark} className="kp-layer">
        <Menu.Positioner positionMethod="fixed" sideOffset={4} align="end">
          <Menu.Popup className="kp-popup">
            <Entries entries={entries} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Where a menu stands: an element, or a part of one that is drawn. */
export type Anchor = Element | { readonly contextElement: Element; readonly getBoundingClientRect: () => DOMRect };

/** An open menu of actions at an element: a context menu. */
export function MenuAt({
  label,
  at,
  entries,
  onClose,
}: {
  readonly label: string;
  readonly at: Anchor;
  readonly entries: readonly (MenuEntry | "-")[];
  readonly onClose: () => void;
}) {
  const [landmark] = useState(() => landmarkAround(at instanceof Element ? at : at.contextElement));
  return (
    <Menu.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Menu.Portal container={landmark} className="kp-layer">
        <Menu.Positioner anchor={at} positionMethod="fixed" sideOffset={2} align="start">
          <Menu.Popup className="kp-popup" aria-label={label}>
            <Entries entries={entries} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const Entries = ({ entries }: { readonly entries: readonly (MenuEntry | "-")[] }) =>
  entries.map((entry, i) =>
    entry === "-" ? (
      <div key={i} className="kp-item-separator" role="separator" />
    ) : (
      <Entry key={entry.label} entry={entry} />
    ),
  );

function Entry({ entry }: { readonly entry: MenuEntry }) {
  return (
    <Menu.Item className="kp-item" data-tone={entry.tone} onClick={entry.onSelect}>
      {entry.icon === undefined ? null : <Icon name={entry.icon} size={14} />}
      {entry.label}
    </Menu.Item>
  );
}

const landmarks = "main, header, footer, nav, aside, section[aria-label], [role='region']";

/**
 * Returns the outermost landmark around an element, which a menu that the element opens is put into: screen readers
 * then find the menu by the landmark of its button. Undefined for none, and in a dialog, which clips what is put there.
 */
function landmarkAround(element: Element | undefined): HTMLElement | undefined {
  if (element === undefined || element.closest("[role='dialog'], [role='alertdialog']") !== null) return undefined;
  let found: HTMLElement | undefined;
  for (let at: Element | null = element; at !== null; at = found.parentElement) {
    const next: HTMLElement | null = at.closest<HTMLElement>(landmarks);
    if (next === null) return found;
    found = next;
  }
  return found;
}
