import { useState, type FormEvent, type ReactNode } from "react";
import { useStore } from "zustand";
import { messageOf } from "../../apimachinery/message-of.ts";
import { Button } from "../design/button.tsx";
import { Confirm, Modal } from "../design/dialog.tsx";
import { Note } from "../design/feedback.tsx";
import { Field, TextInput } from "../design/field.tsx";
import { chooseFile } from "../platform/files.ts";
import { longestName, nameOfCopy, nameOfFork, newName, tidyName, type NamedWorld } from "../platform/named-worlds.ts";
import { usePage, type Moment, type Page, type Visit } from "../state/page.ts";
import { askAboutWorld, worldDialog } from "../state/world-dialog.ts";
import { createWorld, duplicateWorld, forkWorld, keepVisit, removeWorld, renameWorld } from "../state/change-worlds.ts";
import { worlds } from "../state/worlds.ts";
import { tellError } from "../state/tell-error.ts";
import { exportObjects } from "./export-objects.ts";

/** The dialogs that make, name, copy and delete worlds. `onFile` opens a file that is chosen for a new one. */
export function WorldDialogs({ onFile }: { readonly onFile: (file: File) => void }) {
  const page = usePage();
  const asked = worldDialog.use((state) => state.asked);
  const close = () => askAboutWorld(page, undefined);
  switch (asked?.kind) {
    case undefined:
      return null;
    case "new":
      return <NewWorld onFile={onFile} onClose={close} />;
    case "rename":
      return <Rename world={asked.world} onClose={close} />;
    case "duplicate":
      return <Duplicate world={asked.world} onClose={close} />;
    case "delete":
      return <Delete world={asked.world} onClose={close} />;
    case "keep":
      return <Keep visit={asked.visit} onClose={close} />;
    case "fork":
      return <Fork of={asked.of} moment={asked.moment} onClose={close} />;
  }
}

const useOwn = (): Page => usePage().guests.own;

interface NameFormProps {
  readonly title: string;
  readonly name: string;
  readonly action: string;
  readonly onClose: () => void;
  /** Does what the form is for; its error is shown. `report` says how far it is, from 0 to 1. */
  readonly onName: (name: string, report: (share: number) => void) => Promise<void>;
  readonly children?: ReactNode;
}

/** A dialog that asks for the name of a world. */
function NameForm({ title, name: first, action, onClose, onName, children }: NameFormProps) {
  const [name, setName] = useState(first);
  const [share, setShare] = useState<number | undefined>(undefined);
  const [trouble, setTrouble] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setShare(0);
    setTrouble("");
    try {
      await onName(name, setShare);
      onClose();
    } catch (error) {
      setTrouble(messageOf(error));
      setShare(undefined);
    }
  };
  return (
    <Modal open onClose={onClose} title={title}>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        {trouble === "" ? null : <Note tone="error">{trouble}</Note>}
        <Field label="Name">
          {(ids) => (
            <TextInput
              {...ids}
              value={name}
              maxLength={longestName}
              onValue={setName}
              onFocus={(e) => e.target.select()}
            />
          )}
        </Field>
        {children}
        {share === undefined ? null : <progress value={share} max={1} aria-label={title} />}
        <div className="kp-dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" disabled={tidyName(name) === undefined || share !== undefined}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

const beginnings = [
  ["empty", "Empty, with controllers and two nodes"],
  ["sample", "With the sample"],
  ["file", "From a file: .kubepad, YAML or JSON"],
] as const;

function NewWorld({ onFile, onClose }: { readonly onFile: (file: File) => void; readonly onClose: () => void }) {
  const own = useOwn();
  const all = useStore(worlds.of(own), (state) => state.worlds);
  const [begin, setBegin] = useState<(typeof beginnings)[number][0]>("empty");
  const make = async (name: string) => {
    if (begin !== "file") return createWorld(own, name, begin);
    const file = await chooseFile(".kubepad,.yaml,.yml,.json");
    if (file !== undefined) onFile(file);
  };
  return (
    <NameForm
      title="New world"
      name={newName(all.map(({ name }) => name))}
      action="Create"
      onClose={onClose}
      onName={make}
    >
      <fieldset className="kp-plain-fieldset">
        <legend className="kp-label">It begins</legend>
        {beginnings.map(([id, label]) => (
          <label key={id} className="kp-check">
            <input type="radio" name="begin" checked={begin === id} onChange={() => setBegin(id)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <p className="quiet small">
        {begin === "file"
          ? "The file is opened in this tab’s memory first. Keep it as a new world there."
          : "A world has a server, objects, settings and drafts of its own. The others stay as they are."}
      </p>
    </NameForm>
  );
}

function Rename({ world, onClose }: { readonly world: NamedWorld; readonly onClose: () => void }) {
  const own = useOwn();
  return (
    <NameForm
      title="Rename the world"
      name={world.name}
      action="Rename"
      onClose={onClose}
      onName={(name) => renameWorld(own, world, name)}
    />
  );
}

function Duplicate({ world, onClose }: { readonly world: NamedWorld; readonly onClose: () => void }) {
  const own = useOwn();
  return (
    <NameForm
      title={`Duplicate ${world.name}`}
      name={nameOfCopy(world.name)}
      action="Duplicate"
      onClose={onClose}
      onName={(name) => duplicateWorld(own, world, name)}
    >
      <p className="quiet small">
        The copy has the same objects with their history, the same settings, and what was entered in it. It is opened
        then.
      </p>
    </NameForm>
  );
}

function Keep({ visit, onClose }: { readonly visit: Visit; readonly onClose: () => void }) {
  const own = useOwn();
  return (
    <NameForm
      title="Keep it as a new world"
      name="Shared world"
      action="Keep"
      onClose={onClose}
      onName={(name, report) => keepVisit(own, visit, name, report)}
    >
      <p className="quiet small">
        It becomes a world of yours, as it is now, with its history and settings. Your other worlds stay as they are.
      </p>
    </NameForm>
  );
}

interface ForkProps {
  readonly of: Page;
  readonly moment: Moment;
  readonly onClose: () => void;
}

function Fork({ of, moment: { revision, at }, onClose }: ForkProps) {
  const { here } = useStore(worlds.of(useOwn()));
  const moment = at === undefined ? { revision } : { revision, at };
  return (
    <NameForm
      title={`Go on from revision ${revision}`}
      name={nameOfFork(here.name, revision)}
      action="Go on"
      onClose={onClose}
      onName={(name, report) => forkWorld(of, name, moment, report)}
    >
      <p className="quiet small">
        A new world begins with the objects of this revision, their history until then, the settings, and the time of
        the world then. It is opened; this one stays as it is.
      </p>
    </NameForm>
  );
}

function Delete({ world, onClose }: { readonly world: NamedWorld; readonly onClose: () => void }) {
  const page = usePage();
  const own = useOwn();
  const here = useStore(worlds.of(own), (state) => state.here);
  const confirmed = async () => {
    try {
      const isDone = await removeWorld(own, world);
      const words = isDone
        ? `${world.name} is deleted.`
        : `${world.name} is open in another tab: close it there first.`;
      page.toasts.add({ description: words });
    } catch (error) {
      tellError(page, error);
    }
  };
  const exportFirst = () => void exportObjects(own).catch((error: unknown) => tellError(page, error));
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Delete ${world.name}?`}
      action="Delete the world"
      onConfirm={() => void confirmed()}
    >
      <p>
        All of this world is deleted: its objects with their history, its settings, and what was entered in it: drafts,
        files, recordings, command and request histories. Your other worlds stay as they are.
      </p>
      <p>This cannot be undone. An export made before can be imported again.</p>
      {world.id === here.id ? (
        <div>
          <Button icon="download" onClick={exportFirst}>
            Export first
          </Button>
        </div>
      ) : null}
    </Confirm>
  );
}
