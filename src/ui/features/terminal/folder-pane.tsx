import { useState, type DragEvent } from "react";
import { CodeEditor } from "../../code/code-editor.tsx";
import { formatBytes } from "../../data/words.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Confirm, Modal } from "../../design/dialog.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { Field, Select, TextInput } from "../../design/field.tsx";
import { ActionMenu } from "../../design/menu.tsx";
import { chooseFile, saveText } from "../../platform/files.ts";
import { usePage, type Page } from "../../state/page.ts";
import { useManifestAssist } from "../../state/use-manifest-assist.ts";
import { folder, type Editing } from "../../state/folder.ts";

/** The largest file that the folder takes; the browser keeps all of them in one small store. */
const largestFile = 500_000;

const anyKind = { expected: undefined, partial: false };

export interface FolderPaneProps {
  /** Whether the pane can be hidden. */
  readonly isClosable: boolean;
}

/** The files that commands read and write, in an editor, or the text that a command has handed over. */
export function FolderPane({ isClosable }: FolderPaneProps) {
  const editing = folder.use((state) => state.editing);
  return (
    <section className="column fill kp-folder" aria-label="Files">
      {editing === undefined ? <FilesPane isClosable={isClosable} /> : <EditingPane editing={editing} />}
    </section>
  );
}

async function addFile(page: Page, file: File): Promise<void> {
  if (file.size > largestFile) {
    page.toasts.add({ description: `${file.name} is larger than ${formatBytes(largestFile)}.` });
    return;
  }
  folder
    .of(page)
    .getState()
    .add(file.name, await file.text());
}

/** Takes files that are dropped on the pane. */
function useDrop(page: Page) {
  const [over, setOver] = useState(false);
  return {
    "data-over": over ? "" : undefined,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (files.length === 0) return;
      event.preventDefault();
      for (const file of files) void addFile(page, file);
    },
  };
}

function FilesPane({ isClosable }: FolderPaneProps) {
  const page = usePage();
  const files = folder.use((state) => state.files);
  const shown = folder.use((state) => state.shown);
  const { write } = folder.of(page).getState();
  const assist = useManifestAssist(anyKind);
  const drop = useDrop(page);
  const text = shown === undefined ? undefined : files[shown];
  return (
    <div className="column fill kp-drop" {...drop}>
      <FilesBar isClosable={isClosable} />
      {shown === undefined || text === undefined ? (
        <EmptyState
          icon="upload"
          title="No files"
          actions={<Button onClick={() => folder.of(page).getState().add("manifest.yaml", "")}>New file</Button>}
        >
          Commands read the files of this folder: <code>kubectl apply -f manifest.yaml</code>. Drop files here, or write
          one.
        </EmptyState>
      ) : (
        <CodeEditor
          key={shown}
          label={`File ${shown}`}
          language={shown.endsWith(".json") ? "json" : "yaml"}
          value={text}
          onValue={(value) => write(shown, value)}
          assist={assist}
        />
      )}
    </div>
  );
}

function FilesBar({ isClosable }: FolderPaneProps) {
  const page = usePage();
  const files = folder.use((state) => state.files);
  const shown = folder.use((state) => state.shown);
  const { show, add, remove } = folder.of(page).getState();
  const [renaming, setRenaming] = useState(false);
  const [removing, setRemoving] = useState(false);
  const upload = async () => {
    const file = await chooseFile(".yaml,.yml,.json,.txt");
    if (file !== undefined) await addFile(page, file);
  };
  return (
    <div className="kp-toolbar">
      <Select
        aria-label="File"
        value={shown ?? ""}
        onValue={show}
        options={Object.keys(files)
          .toSorted()
          .map((name) => [name, name] as const)}
      />
      <IconButton size="small" icon="plus" label="New file" onClick={() => add("manifest.yaml", "")} />
      <IconButton size="small" icon="upload" label="Upload a file" onClick={() => void upload()} />
      <ActionMenu
        trigger={
          <Button size="small" tone="plain" className="kp-icon-button" icon="more" aria-label="More for files" />
        }
        entries={
          shown === undefined
            ? []
            : [
                { label: "Download", icon: "download", onSelect: () => download(shown, files[shown] ?? "") },
                { label: "Rename…", icon: "edit", onSelect: () => setRenaming(true) },
                "-",
                { label: "Delete…", icon: "clear", tone: "danger", onSelect: () => setRemoving(true) },
              ]
        }
      />
      {isClosable ? <CloseButton /> : null}
      {renaming && shown !== undefined ? <RenameDialog path={shown} onClose={() => setRenaming(false)} /> : null}
      <Confirm
        open={removing}
        onClose={() => setRemoving(false)}
        title={`Delete ${shown ?? ""}?`}
        action="Delete the file"
        onConfirm={() => shown !== undefined && remove(shown)}
      >
        The file is removed from this folder. Objects that were made from it stay.
      </Confirm>
    </div>
  );
}

const download = (name: string, text: string): void => saveText(name.split("/").at(-1) ?? name, text);

function CloseButton() {
  const setOpen = folder.use((state) => state.setOpen);
  return <IconButton size="small" icon="close" label="Hide the files" onClick={() => setOpen(false)} />;
}

function RenameDialog({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const rename = folder.use((state) => state.rename);
  const [name, setName] = useState(path);
  const done = () => {
    rename(path, name);
    onClose();
  };
  return (
    <Modal open onClose={onClose} title={`Rename ${path}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          done();
        }}
      >
        <Field label="Name" hint="A name with / puts the file into a folder.">
          {(ids) => <TextInput {...ids} value={name} onValue={setName} autoFocus />}
        </Field>
        <div className="kp-dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" disabled={name.trim() === ""}>
            Rename
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** The editor of `kubectl edit`: the command goes on when the text is saved or given up. */
function EditingPane({ editing: { text, done } }: { readonly editing: Editing }) {
  const setEditing = folder.use((state) => state.setEditing);
  const assist = useManifestAssist(anyKind);
  return (
    <div className="column fill">
      <div className="kp-toolbar">
        <strong className="grow clip">A command waits for this text</strong>
        <Button size="small" onClick={() => done(undefined)}>
          Cancel
        </Button>
        <Button size="small" tone="primary" title="Ctrl Enter" onClick={() => done(text)}>
          Save and go on
        </Button>
      </div>
      <CodeEditor
        label="Text to edit"
        language="yaml"
        value={text}
        onValue={setEditing}
        onSubmit={() => done(text)}
        assist={assist}
        autoFocus
      />
    </div>
  );
}
