import { isRecord } from "../../../apimachinery/is-record.ts";
import { useEffect, useRef, useState } from "react";
import { useEditedText } from "../../code/use-edited-text.ts";
import { LanguageSwitch } from "../../code/language-switch.tsx";
import { parseManifest, print, translate } from "../../data/yaml.ts";
import type { Language } from "../../../assist/language.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Skeleton } from "../../design/feedback.tsx";
import { exampleOf } from "../../kube/manifests.ts";
import { addressOf, type ObjectPath, type Resource } from "../../kube/resource.ts";
import { usePage } from "../../state/page.ts";
import { settings } from "../../state/settings.ts";
import { navigate } from "../../state/route.ts";
import { EditingPanes } from "./editing-panes.tsx";
import { explorer } from "./explorer-store.ts";
import { useDryRun } from "./use-dry-run.ts";
import { create, withToast } from "./writes.ts";

/** Creates an object, starting from a valid example of the name and namespace that the address asks for. */
export function CreateForm({ kind, wanted }: { readonly kind: Resource; readonly wanted: WantedName }) {
  const current = explorer.use((state) => state.namespace);
  const { name, namespace = current } = wanted;
  const page = usePage();
  const [initial, setInitial] = useState<Initial | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    const { language } = settings.of(page).getState();
    const example = exampleOf(kind, namespace === "" ? undefined : namespace, name);
    void print(example, language).then((text) => {
      if (isCurrent) setInitial({ text, language });
    });
    return () => {
      isCurrent = false;
    };
  }, [page, kind, namespace, name]);
  return initial === undefined ? <Skeleton lines={10} /> : <Form key={initial.text} kind={kind} initial={initial} />;
}

/** The name and namespace of an object to create; undefined for those of the example. */
export interface WantedName {
  readonly name: string | undefined;
  readonly namespace: string | undefined;
}

interface Initial {
  readonly text: string;
  readonly language: Language;
}

function Form({ kind, initial }: { readonly kind: Resource; readonly initial: Initial }) {
  const page = usePage();
  const { text, setText, now, replace } = useEditedText(initial.text);
  const isCreating = useRef(false);
  const [language, setLanguage] = useState(initial.language);
  const attempt = async (written: string, dryRun: boolean, signal?: AbortSignal) => {
    const manifest = await parseManifest(written);
    return create(page, placeOf(kind, manifest), manifest, dryRun, signal);
  };
  const outcome = useDryRun(text, "create", undefined, (written, signal) => attempt(written, true, signal));
  const submit = async () => {
    if (isCreating.current) return;
    isCreating.current = true;
    const made = await withToast(
      page,
      attempt(now(), false),
      ({ object }) =>
        `${kind.kind} ${object.metadata.name ?? ""} is created at revision ${object.metadata.resourceVersion ?? ""}.`,
    );
    isCreating.current = false;
    if (made !== undefined)
      navigate(
        addressOf({ ...kind, namespace: made.object.metadata.namespace, name: made.object.metadata.name }),
        true,
      );
  };
  const speak = (next: Language) => {
    setLanguage(next);
    settings.of(page).getState().change({ language: next });
    void replace((written) => translate(written, next)).catch(() => setLanguage(language));
  };
  return (
    <section className="column" aria-label={`New ${kind.kind}`}>
      <div className="kp-toolbar">
        <h2 className="grow clip">New {kind.kind}</h2>
        <LanguageSwitch label="Language" value={language} onValue={speak} />
        <Button tone="primary" icon="plus" onClick={() => void submit()}>
          Create
        </Button>
        <IconButton icon="close" label="Cancel" onClick={() => navigate(addressOf(kind))} />
      </div>
      <EditingPanes
        id="create"
        kind={kind}
        label="New object"
        language={language}
        text={text}
        onText={setText}
        onSubmit={() => void submit()}
        outcome={outcome}
        words={(differences) => `the server would create it with ${differences} from your text`}
      />
    </section>
  );
}

/** Returns the path for the manifest's object: its own namespace, or default. */
function placeOf(kind: Resource, manifest: unknown): ObjectPath {
  const metadata = isRecord(manifest) && isRecord(manifest["metadata"]) ? manifest["metadata"] : {};
  const namespace = typeof metadata["namespace"] === "string" ? metadata["namespace"] : "default";
  return { ...kind, namespace: kind.namespaced ? namespace : undefined };
}
