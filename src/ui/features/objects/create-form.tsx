import { isRecord } from "../../../apimachinery/is-record.ts";
import { useEffect, useState } from "react";
import { parseManifest, printYaml, translate, type Language } from "../../data/yaml.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Select } from "../../design/field.tsx";
import { Skeleton } from "../../design/feedback.tsx";
import { exampleOf } from "../../kube/manifests.ts";
import { addressOf, type ObjectPath, type Resource } from "../../kube/resource.ts";
import { usePage } from "../../state/page.ts";
import { navigate } from "../../state/route.ts";
import { EditingPanes } from "./editing-panes.tsx";
import { explorer } from "./explorer-store.ts";
import { useDryRun } from "./use-dry-run.ts";
import { create, withToast } from "./writes.ts";

/** Writing a new object, beginning with an example that is valid. */
export function CreateForm({ kind }: { readonly kind: Resource }) {
  const namespace = explorer.use((state) => state.namespace);
  const [text, setText] = useState<string | undefined>(undefined);
  useEffect(() => {
    let current = true;
    void printYaml(exampleOf(kind, namespace === "" ? undefined : namespace)).then((yaml) => {
      if (current) setText(yaml);
    });
    return () => {
      current = false;
    };
  }, [kind, namespace]);
  return text === undefined ? <Skeleton lines={10} /> : <Form key={text} kind={kind} initial={text} />;
}

function Form({ kind, initial }: { readonly kind: Resource; readonly initial: string }) {
  const page = usePage();
  const [text, setText] = useState(initial);
  const [language, setLanguage] = useState<Language>("yaml");
  const attempt = async (written: string, dryRun: boolean, signal?: AbortSignal) => {
    const manifest = await parseManifest(written);
    return create(page, placeOf(kind, manifest), manifest, dryRun, signal);
  };
  const outcome = useDryRun(text, "create", undefined, (written, signal) => attempt(written, true, signal));
  const submit = async () => {
    const made = await withToast(
      page,
      attempt(text, false),
      ({ object }) =>
        `${kind.kind} ${object.metadata.name ?? ""} is created at revision ${object.metadata.resourceVersion ?? ""}.`,
    );
    if (made !== undefined)
      navigate(
        addressOf({ ...kind, namespace: made.object.metadata.namespace, name: made.object.metadata.name }),
        true,
      );
  };
  const speak = (next: Language) => {
    setLanguage(next);
    void translate(text, next).then(setText, () => setLanguage(language));
  };
  return (
    <section className="column" aria-label={`New ${kind.kind}`}>
      <div className="kp-toolbar">
        <h2 className="grow clip">New {kind.kind}</h2>
        <Select
          aria-label="Language"
          style={{ width: 84 }}
          options={[
            ["yaml", "YAML"],
            ["json", "JSON"],
          ]}
          value={language}
          onValue={(value) => speak(value === "json" ? "json" : "yaml")}
        />
        <Button tone="primary" icon="plus" onClick={() => void submit()}>
          Create
        </Button>
        <IconButton icon="close" label="Do not create" onClick={() => navigate(addressOf(kind))} />
      </div>
      <EditingPanes
        id="create"
        label="New object"
        language={language}
        text={text}
        onText={setText}
        onSubmit={() => void submit()}
        outcome={outcome}
        words={(differences) => `accepted; the server would store it with ${differences} to what is written here`}
      />
    </section>
  );
}

/** Where the manifest belongs: its own namespace, or default. */
function placeOf(kind: Resource, manifest: unknown): ObjectPath {
  const metadata = isRecord(manifest) && isRecord(manifest["metadata"]) ? manifest["metadata"] : {};
  const namespace = typeof metadata["namespace"] === "string" ? metadata["namespace"] : "default";
  return { ...kind, namespace: kind.namespaced ? namespace : undefined };
}
