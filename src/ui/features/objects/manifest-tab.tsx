import { useMemo, useState } from "react";
import { useStore } from "zustand";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { CodeView } from "../../code/code-view.tsx";
import { LanguageSwitch } from "../../code/language-switch.tsx";
import { useYaml } from "../../code/use-yaml.ts";
import { useCurrentAnswer } from "../../data/use-answer.ts";
import { print, printJson } from "../../data/yaml.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Skeleton } from "../../design/feedback.tsx";
import type { ObjectPath } from "../../kube/resource.ts";
import { copy } from "../../state/copy.ts";
import { usePage, whyUnchangeable } from "../../state/page.ts";
import { settings } from "../../state/settings.ts";
import { stepsOfField } from "../../../validate/steps-of-field.ts";
import { textsOf } from "../../texts/texts.ts";
import { EditForm } from "./edit-form.tsx";
import { withoutManagers } from "./writes.ts";

interface Editing {
  readonly base: KubeObject;
  readonly text: string;
}

/** The line of a field in a text; undefined where there is none to look for. */
function useLineOf(text: string | undefined, field: string | undefined): number | undefined {
  const page = usePage();
  return useCurrentAnswer(() => {
    if (text === undefined || field === undefined) return undefined;
    const texts = textsOf(page);
    return texts.read("manifest", text).then(async () => (await texts.lines("manifest", 0, [stepsOfField(field)]))[0]);
  }, [page, text, field]);
}

/** Shows the object as YAML or JSON and allows editing it. */
export function ManifestTab({
  path,
  object,
  readOnly,
}: {
  readonly path: ObjectPath;
  readonly object: KubeObject;
  readonly readOnly: boolean;
}) {
  const page = usePage();
  const why = whyUnchangeable(page);
  const language = settings.use((state) => state.language);
  const change = settings.use((state) => state.change);
  const [editing, setEditing] = useState<Editing | undefined>(undefined);
  const json = useMemo(() => printJson(object), [object]);
  const yaml = useYaml(json);
  const text = language === "json" ? json : yaml;
  const place = useStore(page.route, ({ parameters }) => parameters["at"]);
  const marked = useLineOf(text, place);
  const begin = async () => {
    const bare = withoutManagers(object);
    setEditing({ base: object, text: await print(bare, language) });
  };
  if (editing !== undefined && !readOnly)
    return (
      <EditForm
        key={editing.text}
        path={path}
        base={editing.base}
        live={object}
        text={editing.text}
        language={language}
        onDone={() => setEditing(undefined)}
      />
    );
  return (
    <div className="column fill">
      <div className="row kp-body-bar">
        <LanguageSwitch label="Language" value={language} onValue={(value) => change({ language: value })} />
        <span className="grow" />
        <IconButton
          icon="copy"
          size="small"
          label="Copy the manifest"
          onClick={() => void copy(page, text ?? "", "Manifest copied.")}
        />
        {readOnly && why === undefined ? null : (
          <Button size="small" icon="edit" disabled={why !== undefined} title={why} onClick={() => void begin()}>
            Edit
          </Button>
        )}
      </div>
      {text === undefined ? (
        <Skeleton lines={12} />
      ) : (
        <CodeView label="Manifest" language={language} text={text} marked={marked} />
      )}
    </div>
  );
}
