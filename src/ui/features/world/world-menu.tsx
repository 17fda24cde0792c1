import { actionEntries } from "../../actions/action-words.ts";
import { MenuAt, type Anchor } from "../../design/menu.tsx";
import { isReadOnly, usePage } from "../../state/page.ts";
import { nameOf, type WorldObject } from "./world-kinds.ts";

export interface WorldMenuProps {
  readonly one: WorldObject;
  readonly at: Anchor;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The context menu of an object: opens it, and what can be done to it. */
export function WorldMenu({ one, at, onOpen, onClose }: WorldMenuProps) {
  const page = usePage();
  const actions = isReadOnly(page) ? [] : actionEntries(page, [one]);
  return (
    <MenuAt
      label={`Actions on ${nameOf(one)}`}
      at={at}
      onClose={onClose}
      entries={[
        { label: `Open ${nameOf(one)}`, icon: "objects", onSelect: onOpen },
        ...(actions.length > 0 ? (["-"] as const) : []),
        ...actions,
      ]}
    />
  );
}
