import { ActionMenu, type MenuEntry } from "../../design/menu.tsx";
import { Button } from "../../design/button.tsx";
import { print } from "../../data/yaml.ts";
import { exampleOf } from "../../kube/manifests.ts";
import { readTarget, targetOf, type Resource } from "../../kube/resource.ts";
import { catalog } from "../../state/catalog.ts";
import { emptyDraft, type Draft } from "./draft.ts";
import { requests } from "./store.ts";

interface Example {
  readonly label: string;
  readonly draft: Partial<Draft>;
  readonly body?: unknown;
}

/** Returns valid example requests, one per verb, for the kind in the path. */
function examplesFor(resource: Resource, namespace: string | undefined): readonly Example[] {
  const scope = resource.namespaced ? { ...resource, namespace: namespace ?? "default" } : resource;
  const collection = targetOf({ ...scope, name: undefined });
  const one = targetOf({ ...scope, name: "example" });
  const manifest = exampleOf(resource, namespace);
  const merge = { metadata: { annotations: { "example.test/note": "changed by a merge patch" } } };
  const operations = [{ op: "add", path: "/metadata/labels", value: { tier: "web" } }];
  return [
    {
      label: `Create a ${resource.kind}`,
      draft: { method: "POST", target: collection, type: "application/json" },
      body: manifest,
    },
    {
      label: "Create as a dry run",
      draft: { method: "POST", target: `${collection}?dryRun=All`, type: "application/json" },
      body: manifest,
    },
    { label: "Get it", draft: { method: "GET", target: one } },
    { label: "Replace it", draft: { method: "PUT", target: one, type: "application/json" }, body: manifest },
    {
      label: "Annotate with a merge patch",
      draft: { method: "PATCH", target: one, type: "application/merge-patch+json" },
      body: merge,
    },
    {
      label: "Label with a JSON patch",
      draft: { method: "PATCH", target: one, type: "application/json-patch+json" },
      body: operations,
    },
    { label: "List by label", draft: { method: "GET", target: `${collection}?labelSelector=tier=web` } },
    { label: "List the first two", draft: { method: "GET", target: `${collection}?limit=2` } },
    { label: "Watch the collection", draft: { method: "GET", target: `${collection}?watch=true` } },
    { label: "Delete it", draft: { method: "DELETE", target: one } },
  ];
}

/** Loads an example request for the kind in the path. */
export function ExampleMenu() {
  const target = requests.use((state) => state.draft.target);
  const { language } = requests.use((state) => state.draft);
  const setDraft = requests.use((state) => state.setDraft);
  const find = catalog.use((state) => state.find);
  const parts = readTarget(target);
  const resource = (parts === undefined ? undefined : find(parts.group, parts.resource)) ?? find("", "configmaps");
  if (resource === undefined) return null;
  const load = async ({ draft, body }: Example) => {
    setDraft({ ...emptyDraft, language, ...draft, body: body === undefined ? "" : await print(body, language) });
  };
  const entries: MenuEntry[] = examplesFor(resource, parts?.namespace).map((example) => ({
    label: example.label,
    onSelect: () => void load(example),
  }));
  return (
    <ActionMenu
      trigger={
        <Button size="small" tone="plain">
          Examples
        </Button>
      }
      entries={entries}
    />
  );
}
