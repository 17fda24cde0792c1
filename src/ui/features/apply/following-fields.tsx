import { useState } from "react";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { CodeView } from "../../code/code-view.tsx";
import { useYaml } from "../../code/use-yaml.ts";
import { printJson } from "../../data/yaml.ts";

const none: readonly string[] = [];

/** The resulting managed fields of an object, in a collapsible section. */
export function FollowingFields({ object, label }: { readonly object: KubeObject; readonly label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="kp-following" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="small">Resulting managedFields</summary>
      {open ? <Fields object={object} label={label} /> : null}
    </details>
  );
}

function Fields({ object, label }: { readonly object: KubeObject; readonly label: string }) {
  const yaml = useYaml(printJson(object.metadata.managedFields ?? []));
  return yaml === undefined ? null : <CodeView text={yaml} language="yaml" label={label} folded={none} />;
}
