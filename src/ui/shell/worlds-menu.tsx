import { useStore } from "zustand";
import { Button } from "../design/button.tsx";
import { ActionMenu, type MenuEntry } from "../design/menu.tsx";
import { usePage } from "../state/page.ts";
import { navigate, worldOfRoute } from "../state/route.ts";
import { askAboutWorld } from "../state/world-dialog.ts";
import { urlOfNamed, worlds } from "../state/worlds.ts";

/** The name of the world that is shown, with the other ones to switch to. */
export function WorldsMenu() {
  const page = usePage();
  const { worlds: all, here, areKept } = useStore(worlds.of(page.guests.own));
  const isOpening = useStore(page.route, (route) => worldOfRoute(route) !== undefined);
  const isShared = page.visit !== undefined;
  const name = isShared ? "A shared world" : isOpening ? "Opening a shared world" : here.name;
  const switches = all.flatMap((world): readonly MenuEntry[] =>
    world.id === here.id && !isShared
      ? [{ label: `${world.name} (now)`, icon: "check", onSelect: () => undefined }]
      : [{ label: world.name, icon: "world", onSelect: () => location.assign(urlOfNamed(world)) }],
  );
  const makes: readonly MenuEntry[] = areKept
    ? [
        { label: "New world…", icon: "plus", onSelect: () => askAboutWorld(page, { kind: "new" }) },
        {
          label: "Duplicate this world…",
          icon: "copy",
          onSelect: () => askAboutWorld(page, { kind: "duplicate", world: here }),
        },
      ]
    : [];
  return (
    <ActionMenu
      trigger={
        <Button tone="plain" className="kp-worlds-button" icon="world" aria-label={`World: ${name}`}>
          <span className="clip">{name}</span>
        </Button>
      }
      entries={[
        ...switches,
        "-",
        ...makes,
        { label: "Compare…", icon: "world", onSelect: () => navigate("#/compare") },
        { label: "All worlds…", icon: "server", onSelect: () => navigate("#/server?tab=worlds") },
      ]}
    />
  );
}
