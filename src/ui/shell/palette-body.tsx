import { Command as Cmdk } from "cmdk";
import { useEffect, useMemo, useState } from "react";
import { askFor } from "../actions/action-sheet-store.ts";
import { Icon } from "../design/icon.tsx";
import { useLatestAnswer } from "../data/use-answer.ts";
import { catalog } from "../state/catalog.ts";
import { usePage } from "../state/page.ts";
import { actions, kindCommands, type Command } from "./commands.ts";
import { actionCommands, findObjects, objectCommands } from "./object-search.ts";
import { palette } from "./palette-store.ts";
import { settingCommands } from "./setting-commands.ts";
import { findLessons } from "../features/lessons/catalogue.ts";
import { navigate } from "../state/route.ts";

/** Returns the commands that open lessons. */
const lessonCommands = (): readonly Command[] => [
  ...findLessons("").map(({ slug, title, section, headings }): Command => ({
    id: `learn ${slug}`,
    label: `Lesson: ${title}`,
    note: section,
    icon: "book",
    words: headings.map((heading) => heading.toLowerCase()),
    run: () => navigate(`#/lessons/${slug}`),
  })),
  {
    id: "write lesson",
    label: "Write a lesson",
    note: "Markdown that runs, with a preview",
    icon: "edit",
    words: ["author", "template", "markdown"],
    run: () => navigate("#/lessons/write"),
  },
];

/** The maximum number of rows rendered per group. */
const shownPerGroup = 40;

/** The palette's search field and the matching commands. */
export function PaletteBody({ onDone }: { readonly onDone: () => void }) {
  const page = usePage();
  const resources = catalog.use((state) => state.resources);
  const search = palette.use((state) => state.search);
  const setSearch = palette.use((state) => state.setSearch);
  const objects = useObjects();
  const settings = useSettings();
  const named = useMemo(() => objectCommands(objects), [objects]);
  const groups = useMemo(
    () => [
      { heading: "Actions", commands: fitting(actions(page), search) },
      {
        heading: "Actions on objects",
        commands:
          search === "" ? [] : actionCommands(objects, search, (action, subject) => askFor(page, action, [subject])),
      },
      { heading: "Lessons", commands: search === "" ? [] : fitting(lessonCommands(), search) },
      { heading: "Kinds", commands: search === "" ? [] : fitting(resources.flatMap(kindCommands), search) },
      { heading: "Objects", commands: search === "" ? [] : fitting(named, search) },
      { heading: "Server settings", commands: search === "" ? [] : fitting(settings, search) },
    ],
    [page, resources, objects, named, settings, search],
  );
  return (
    <Cmdk label="Search everything" shouldFilter={false} loop>
      <Cmdk.Input
        className="kp-palette-input"
        placeholder="Search actions, kinds, objects"
        value={search}
        onValueChange={setSearch}
        autoFocus
      />
      <Cmdk.List className="kp-palette-list">
        <Cmdk.Empty className="pad quiet">No results.</Cmdk.Empty>
        {groups.map(({ heading, commands }) =>
          commands.length === 0 ? null : (
            <Cmdk.Group key={heading} heading={heading}>
              {commands.map((command) => (
                <Row key={command.id} command={command} onDone={onDone} />
              ))}
            </Cmdk.Group>
          ),
        )}
      </Cmdk.List>
    </Cmdk>
  );
}

function Row({ command, onDone }: { readonly command: Command; readonly onDone: () => void }) {
  return (
    <Cmdk.Item
      className="kp-item"
      value={command.id}
      onSelect={() => {
        onDone();
        command.run();
      }}
    >
      <Icon name={command.icon} size={14} />
      <span className="clip kp-palette-label">{command.label}</span>
      <span className="quiet small clip kp-palette-note">{command.note}</span>
    </Cmdk.Item>
  );
}

/** The settings of the server, as they are when the palette opens. */
function useSettings(): readonly Command[] {
  const page = usePage();
  const report = useLatestAnswer(() => page.inspect.serverSettings().catch(() => undefined), [page]);
  return useMemo(() => settingCommands(report), [report]);
}

function useObjects() {
  const page = usePage();
  const resources = catalog.use((state) => state.resources);
  const [objects, setObjects] = useState<Awaited<ReturnType<typeof findObjects>>>([]);
  useEffect(() => {
    const control = new AbortController();
    findObjects(page, resources, control.signal).then(setObjects, () => undefined);
    return () => control.abort();
  }, [page, resources]);
  return objects;
}

/** Returns the commands that contain every word; those that begin with the search text come first. */
function fitting(commands: readonly Command[], search: string): readonly Command[] {
  const needle = search.trim().toLowerCase();
  if (needle === "") return commands;
  const words = needle.split(/\s+/);
  const scored: (readonly [score: number, command: Command])[] = [];
  for (const command of commands) {
    const label = command.label.toLowerCase();
    const all = `${label} ${command.note.toLowerCase()} ${(command.words ?? []).join(" ")}`;
    if (!words.every((word) => all.includes(word))) continue;
    const exact = label === needle || (command.words ?? []).includes(needle);
    scored.push([exact ? 0 : label.startsWith(needle) ? 1 : label.includes(needle) ? 2 : 3, command]);
  }
  return scored
    .toSorted((a, b) => a[0] - b[0])
    .slice(0, shownPerGroup)
    .map(([, command]) => command);
}
