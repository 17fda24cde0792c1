import { useState } from "react";
import { Button, LinkButton } from "../../design/button.tsx";
import { Select, TextInput } from "../../design/field.tsx";
import { targetOf, withParameter } from "../../kube/resource.ts";
import { NamespaceField } from "../../shared/namespace-field.tsx";
import { catalog } from "../../state/catalog.ts";
import { navigate, watchAddress } from "../../state/route.ts";

/** Selects what to watch: kind, namespace and labels. */
export function WatchForm() {
  const resources = catalog.use((state) => state.resources);
  const [kind, setKind] = useState("/configmaps");
  const [namespace, setNamespace] = useState("");
  const [labels, setLabels] = useState("");
  const watchable = resources
    .filter((resource) => resource.verbs.includes("watch"))
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  const chosen = watchable.find((resource) => `${resource.group}/${resource.resource}` === kind);
  const open = () => {
    if (chosen === undefined) return;
    const scope = chosen.namespaced && namespace !== "" ? { ...chosen, namespace } : chosen;
    navigate(watchAddress(withParameter(`${targetOf(scope)}?watch=true`, "labelSelector", labels)));
  };
  return (
    <form
      className="kp-toolbar kp-watch-form"
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <Select
        aria-label="Kind"
        style={{ flex: "0 1 220px" }}
        value={kind}
        onValue={setKind}
        options={watchable.map(
          (resource) =>
            [
              `${resource.group}/${resource.resource}`,
              resource.group === "" ? resource.kind : `${resource.kind} · ${resource.group}`,
            ] as const,
        )}
      />
      {chosen?.namespaced === false ? null : (
        <div className="kp-watch-namespace">
          <NamespaceField
            field={{ "aria-label": "Namespace" }}
            none="All namespaces"
            value={namespace}
            onValue={setNamespace}
          />
        </div>
      )}
      <TextInput
        aria-label="Label selector"
        placeholder="Labels: app=web"
        style={{ flex: "0 1 180px" }}
        value={labels}
        onValue={setLabels}
      />
      <Button type="submit" tone="primary" icon="watches" disabled={chosen === undefined}>
        Watch
      </Button>
      <LinkButton icon="play" href="#/watches/lab">
        Watch lab
      </LinkButton>
    </form>
  );
}
