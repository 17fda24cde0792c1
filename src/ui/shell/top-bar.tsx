import { useStore } from "zustand";
import { Button, IconButton, LinkButton } from "../design/button.tsx";
import { ActionMenu } from "../design/menu.tsx";
import type { IconName } from "../design/icon.tsx";
import { useNarrow } from "../platform/media.ts";
import { formatCount } from "../data/words.ts";
import { usePage } from "../state/page.ts";
import { serverStatus, stateInWords } from "../state/server-status.ts";
import { firstPlace } from "../state/route.ts";
import { settings, toggleTimeline, type Theme } from "../state/settings.ts";
import { IdentityLink } from "./identity-link.tsx";
import { ShareMenu } from "./share-menu.tsx";
import { WorldsMenu } from "./worlds-menu.tsx";
import { UpdateNotice } from "./update-notice.tsx";
import { help, palette } from "./palette-store.ts";
import { recordButton } from "./place-views.tsx";

const themes: readonly (readonly [Theme, string, IconName])[] = [
  ["system", "System", "system"],
  ["light", "Light", "sun"],
  ["dark", "Dark", "moon"],
];

/** The top bar: the product name, the server status, the current user, and global actions. */
export function TopBar() {
  const narrow = useNarrow();
  const setHelp = help.use((state) => state.setOpen);
  const open = palette.use((state) => state.setOpen);
  return (
    <header className="kp-top">
      <a className="kp-name" href={firstPlace} aria-label="Kubepad, the world">
        <Mark /> {narrow ? null : "Kubepad"}
      </a>
      <ServerLine />
      {narrow ? (
        <IconButton icon="search" label="Search everything" onClick={() => open(true)} />
      ) : (
        <button type="button" className="kp-search" onClick={() => open(true)}>
          <span>Search actions, kinds, objects</span>
          <kbd>Ctrl K</kbd>
        </button>
      )}
      {narrow ? null : (
        <>
          <WorldsMenu />
          <TimelineButton />
        </>
      )}
      <recordButton.View />
      <UpdateNotice />
      <IdentityLink />
      <ShareMenu />
      <ThemeMenu />
      {narrow ? null : <LessonsLink />}
      <IconButton icon="help" label="Help" onClick={() => setHelp(true)} />
    </header>
  );
}

/** Shows and hides the line of revisions. */
function TimelineButton() {
  const page = usePage();
  const isOpen = settings.use((state) => state.timeline);
  return <IconButton icon="history" label="Timeline" aria-pressed={isOpen} onClick={() => toggleTimeline(page)} />;
}

/** Leads from every view to the lessons about it. */
function LessonsLink() {
  const place = useStore(usePage().route, ({ parts }) => parts[0] ?? "");
  return (
    <LinkButton
      tone="plain"
      className="kp-icon-button"
      icon="book"
      href={`#/lessons?about=${place}`}
      aria-label="Lessons about this view"
      title="Lessons about this view"
    />
  );
}

function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 16 16" aria-hidden="true">
      <rect width="16" height="16" rx="4" fill="var(--accent)" />
      <path
        d="M5 3.5v9M11 3.5 5.5 8l5.5 4.5"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function ServerLine() {
  const state = serverStatus.use((value) => value);
  const narrow = useNarrow();
  const hasFaults = (state.stats?.faults ?? 0) > 0;
  const health = state.trouble !== "" || hasFaults ? "error" : state.stats === undefined ? "starting" : "good";
  const words =
    narrow && health === "good" ? `revision ${formatCount(state.stats?.revision ?? 0)}` : stateInWords(state);
  return (
    <a
      className="kp-state clip"
      href={hasFaults ? "#/server?tab=faults" : "#/server"}
      data-health={health}
      title={stateInWords(state)}
    >
      <span className="kp-dot" aria-hidden="true" />
      <span>{words}</span>
    </a>
  );
}

function ThemeMenu() {
  const theme = settings.use((state) => state.theme);
  const change = settings.use((state) => state.change);
  const icon = themes.find(([id]) => id === theme)?.[2] ?? "system";
  return (
    <ActionMenu
      trigger={<Button tone="plain" className="kp-icon-button" icon={icon} aria-label="Theme" />}
      entries={themes.map(([id, label, picture]) => ({
        label: id === theme ? `${label} (now)` : label,
        icon: picture,
        onSelect: () => change({ theme: id }),
      }))}
    />
  );
}
