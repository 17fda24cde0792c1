import { useEffect, useRef, useState } from "react";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { WorldFileOptions } from "../../../component-base/world-file.ts";
import { sharedInSlices } from "../../../share/collect-objects.ts";
import { writeKubepadFile } from "../../../share/kubepad-file.ts";
import { formatManifests } from "../../../share/manifests.ts";
import type { WorldParts } from "../../../share/read-world.ts";
import type { WorldHistory } from "../../../share/world.ts";
import { Button } from "../../design/button.tsx";
import { saveFile } from "../../platform/files.ts";
import { usePage } from "../../state/page.ts";
import { tellError } from "../../state/tell-error.ts";
import type { Progress } from "./open-world.ts";

const encoder = new TextEncoder();

export interface SaveButtonsProps {
  /** The objects as they are brought along. */
  readonly objects: readonly KubeObject[];
  readonly parts: WorldParts;
  /** Reads the history that is brought along. */
  readonly history: (options: WorldFileOptions) => Promise<WorldHistory | undefined>;
}

interface Saving extends Progress {
  readonly words: string;
}

/** Saves what is shared as a file, and shows how far that is. */
export function SaveButtons({ objects, parts, history }: SaveButtonsProps) {
  const page = usePage();
  const [saving, setSaving] = useState<Saving | undefined>(undefined);
  const control = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const save = async (extension: string, make: (signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>) => {
    const own = new AbortController();
    control.current = own;
    setSaving({ words: "Preparing…", done: 0, total: 0 });
    try {
      const bytes = await make(own.signal);
      own.signal.throwIfAborted();
      saveFile(`kubepad-${new Date(page.clock.now()).toISOString().slice(0, 10)}.${extension}`, bytes);
    } catch (error) {
      if (!own.signal.aborted) tellError(page, error);
    } finally {
      setSaving(undefined);
    }
  };
  const asFile = async (signal: AbortSignal) => {
    const telling = (words: string): WorldFileOptions => ({
      signal,
      onProgress: (progress) => setSaving({ words, ...progress }),
    });
    const versions = await history(telling("Reading the history…"));
    const world = { objects: await sharedInSlices(objects), ...parts };
    return writeKubepadFile({ ...world, ...(versions !== undefined && { versions }) }, telling("Writing the file…"));
  };
  const asYaml = async () => encoder.encode(await formatManifests(await sharedInSlices(objects)));
  if (saving !== undefined)
    return (
      <div className="row wrap grow" role="status">
        <progress value={saving.done} max={Math.max(1, saving.total)} aria-label={saving.words} />
        <span>{saving.words}</span>
        <Button size="small" onClick={() => control.current?.abort()}>
          Cancel
        </Button>
      </div>
    );
  return (
    <>
      <Button icon="download" onClick={() => void save("kubepad", asFile)}>
        Save as file
      </Button>
      <Button icon="download" disabled={objects.length === 0} onClick={() => void save("yaml", asYaml)}>
        Save as YAML
      </Button>
    </>
  );
}
