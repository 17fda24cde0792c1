import { Icon } from "../design/icon.tsx";
import { useStore } from "zustand";
import { ActionMenu, type MenuEntry } from "../design/menu.tsx";
import { navigate, type Route } from "../state/route.ts";
import { useNarrow } from "../platform/media.ts";
import { usePage, type Page } from "../state/page.ts";
import { settings, toggleTimeline } from "../state/settings.ts";
import { worlds } from "../state/worlds.ts";
import { expectPlace } from "./place-views.tsx";
import { placeOf, railPlaces, type Place } from "./places.tsx";

const isText = (value: unknown): value is string => typeof value === "string";

/** Remembers the last address within each view, so that its rail entry returns there. */
export function rememberPlace({ memory }: Page, route: Route, address: string): void {
  const id = route.parts[0];
  if (id !== undefined && placeOf(route)?.startsAnew !== true) memory.write(`place.${id}`, address);
}

/** The navigation rail with the current view marked. It moves to the bottom below 800 px. */
export function Rail({ current }: { readonly current: string }) {
  const narrow = useNarrow();
  const page = usePage();
  const { memory } = page;
  const world = useStore(worlds.of(page.guests.own), (state) => state.here.name);
  const addressOf = ({ id }: Place): string =>
    current === id ? `#/${id}` : (memory.read(`place.${id}`, isText) ?? `#/${id}`);
  const shown = narrow ? railPlaces.filter(({ rail }) => rail.atHand === true) : railPlaces;
  const others = railPlaces.filter((place) => !shown.includes(place));
  return (
    <nav className="kp-rail" aria-label="Places">
      {shown.map((place) => (
        <a
          key={place.id}
          href={addressOf(place)}
          aria-current={current === place.id ? "page" : undefined}
          title={place.rail.words}
          onPointerEnter={() => expectPlace(place)}
          onFocus={() => expectPlace(place)}
        >
          <Icon name={place.rail.icon} size={18} />
          <span>{place.label}</span>
        </a>
      ))}
      {others.length === 0 ? null : (
        <ActionMenu
          trigger={
            <button type="button" aria-current={others.some(({ id }) => id === current) ? "page" : undefined}>
              <Icon name="more" size={18} />
              <span>More</span>
            </button>
          }
          entries={[
            ...others.map((place): MenuEntry => ({
              label: place.label,
              icon: place.rail.icon,
              onSelect: () => navigate(addressOf(place)),
            })),
            "-",
            {
              label: `Worlds: ${page.visit === undefined ? world : "a shared one"}`,
              icon: "world",
              onSelect: () => navigate("#/server?tab=worlds"),
            },
            { label: "Timeline", icon: "history", onSelect: () => toggleTimeline(page) },
            { label: "Record", icon: "record", onSelect: () => void record(page) },
          ]}
        />
      )}
      {narrow ? <LogButton /> : null}
    </nav>
  );
}

/** Begins a recording, or ends the one under way. */
async function record(page: Page): Promise<void> {
  const { toggleRecording } = await import("../features/recorder/recorder.ts");
  await toggleRecording(page);
}

/** On narrow screens, the last tab opens the request log as a sheet. */
function LogButton() {
  const open = settings.use((state) => state.sheetOpen);
  const change = settings.use((state) => state.change);
  return (
    <button type="button" aria-expanded={open} onClick={() => change({ sheetOpen: !open })}>
      <Icon name="dock" size={18} />
      <span>Log</span>
    </button>
  );
}
