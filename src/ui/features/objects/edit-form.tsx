import { isRecord } from "../../../apimachinery/is-record.ts";
import { useRef, useState } from "react";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { applyMergePatch, mergePatchBetween } from "../../data/merge-patch.ts";
import { parseManifest, print } from "../../data/yaml.ts";
import type { Language } from "../../../assist/language.ts";
import { useEditedText } from "../../code/use-edited-text.ts";
import { Button } from "../../design/button.tsx";
import { Note } from "../../design/feedback.tsx";
import { Select } from "../../design/field.tsx";
import type { ObjectPath } from "../../kube/resource.ts";
import { usePage } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";
import { EditingPanes } from "./editing-panes.tsx";
import { useDryRun } from "./use-dry-run.ts";
import { save, withoutManagers, withToast, type SaveMode } from "./writes.ts";

export interface EditFormProps {
  readonly path: ObjectPath;
  readonly base: KubeObject;
  readonly live: KubeObject;
  readonly text: string;
  readonly language: Language;
  readonly onDone: () => void;
}

const modes: readonly (readonly [SaveMode, string])[] = [
  ["update", "as an update (PUT)"],
  ["merge", "as a merge patch"],
];

/** Edits an object: the editor, a dry run, and the two ways to save. */
export function EditForm({ path, base: begun, live, text: initial, language, onDone }: EditFormProps) {
  const page = usePage();
  const [base, setBase] = useState(begun);
  const { text, setText, now, replace } = useEditedText(initial);
  const isStoring = useRef(false);
  const [mode, setMode] = useState<SaveMode>("update");
  const attempt = async (written: string, dryRun: boolean, signal?: AbortSignal) =>
    save(page, {
      path,
      mode,
      base,
      edited: await parseManifest(written),
      dryRun,
      ...(signal === undefined ? {} : { signal }),
    });
  const outcome = useDryRun(text, `${mode} ${base.metadata.resourceVersion ?? ""}`, live, (written, signal) =>
    attempt(written, true, signal),
  );
  const rebase = async (onto: KubeObject) => {
    await replace(async (written) => {
      const patch = mergePatchBetween(withoutManagers(base), await parseManifest(written));
      return print(applyMergePatch(withoutManagers(onto), withoutRevision(patch)), language);
    });
    setBase(onto);
  };
  const moveOnto = (onto: KubeObject) => void rebase(onto).catch((error: unknown) => tellError(page, error));
  const store = async () => {
    if (isStoring.current) return;
    isStoring.current = true;
    const stored = now();
    const written = await withToast(
      page,
      attempt(stored, false),
      ({ object }) => `Saved as revision ${object.metadata.resourceVersion ?? ""}.`,
    );
    isStoring.current = false;
    if (written === undefined) return;
    if (now() === stored) onDone();
    else moveOnto(written.object); // what was typed meanwhile is not saved yet
  };
  return (
    <div className="column fill">
      <EditBar mode={mode} onMode={setMode} onSave={() => void store()} onDiscard={onDone} />
      {live.metadata.resourceVersion === base.metadata.resourceVersion ? null : (
        <Outdated revision={live.metadata.resourceVersion ?? ""} onMove={() => moveOnto(live)} />
      )}
      <EditingPanes
        id="edit"
        label="Manifest"
        language={language}
        text={text}
        onText={setText}
        onSubmit={() => void store()}
        outcome={outcome}
        words={(differences) => `saving would make ${differences}`}
      />
    </div>
  );
}

interface EditBarProps {
  readonly mode: SaveMode;
  readonly onMode: (mode: SaveMode) => void;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

function EditBar({ mode, onMode, onSave, onDiscard }: EditBarProps) {
  return (
    <div className="row wrap kp-body-bar">
      <Button size="small" tone="primary" icon="check" onClick={onSave}>
        Save
      </Button>
      <Select
        aria-label="How to save"
        style={{ width: 160 }}
        options={modes}
        value={mode}
        onValue={(value) => onMode(value === "merge" ? "merge" : "update")}
      />
      <Button size="small" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}

function Outdated({ revision, onMove }: { readonly revision: string; readonly onMove: () => void }) {
  return (
    <div className="pad">
      <Note tone="warning">
        <div className="row wrap">
          <span className="grow">Revision {revision} was stored while you edit.</span>
          <Button size="small" onClick={onMove}>
            Rebase my changes
          </Button>
        </div>
      </Note>
    </div>
  );
}

function withoutRevision(patch: unknown): unknown {
  if (!isRecord(patch) || !isRecord(patch["metadata"])) return patch ?? {};
  const { resourceVersion: _revision, ...metadata } = patch["metadata"];
  return { ...patch, metadata };
}
