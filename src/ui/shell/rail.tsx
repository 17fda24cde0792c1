import { Icon } from "../design/icon.tsx";
import type { Route } from "../state/route.ts";
import { useNarrow } from "../platform/media.ts";
import { usePage, type Page } from "../state/page.ts";
import { settings } from "../state/settings.ts";
import { places } from "./places.ts";

const isText = (value: unknown): value is string => typeof value === "string";

/** Remembers the last address within each view, so that its rail entry returns there. */
export function rememberPlace({ memory }: Page, route: Route, address: string): void {
  const id = route.parts[0];
  if (id !== undefined && id !== "watches" && id !== "shared") memory.write(`place.${id}`, address);
}

/** The navigation rail with the current view marked. It moves to the bottom below 800 px. */
export function Rail({ current }: { readonly current: string }) {
  const narrow = useNarrow();
  const { memory } = usePage();
  return (
    <nav className="kp-rail" aria-label="Places">
      {places.map((place) => (
        <a
          key={place.id}
          href={current === place.id ? `#/${place.id}` : (memory.read(`place.${place.id}`, isText) ?? `#/${place.id}`)}
          aria-current={current === place.id ? "page" : undefined}
          title={place.words}
        >
          <Icon name={place.icon} size={18} />
          <span>{place.label}</span>
        </a>
      ))}
      {narrow ? <LogButton /> : null}
    </nav>
  );
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
