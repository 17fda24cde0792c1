import { Command as Cmdk } from "cmdk";
import { useEffect, useMemo, useState } from "react";
import { Icon } from "../design/icon.tsx";
import { catalog } from "../state/catalog.ts";
import { usePage } from "../state/page.ts";
import { actions, kindCommands, type Command } from "./commands.ts";
import { findObjects } from "./object-search.ts";
import { palette } from "./palette-store.ts";
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
  const groups = useMemo(
    () => [
      { heading: "Actions", commands: fitting(actions(page), search) },
      { heading: "Lessons", commands: search === "" ? [] : fitting(lessonCommands(), search) },
      { heading: "Kinds", commands: search === "" ? [] : fitting(resources.flatMap(kindCommands), search) },
      { heading: "Objects", commands: search === "" ? [] : fitting(objects, search) },
    ],
    [page, resources, objects, search],
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
      <span className="clip">{command.label}</span>
      <span className="quiet small clip" style={{ marginLeft: "auto" }}>
        {command.note}
      </span>
    </Cmdk.Item>
  );
}

function useObjects(): readonly Command[] {
  const page = usePage();
  const resources = catalog.use((state) => state.resources);
  const [objects, setObjects] = useState<readonly Command[]>([]);
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
