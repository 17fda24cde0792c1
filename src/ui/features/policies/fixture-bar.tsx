import type { ReactNode } from "react";
import { isRecord } from "../../../apimachinery/is-record.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { PolicyFixture } from "../../../scenarios/policies/policy-example.ts";
import { isKubeObject, pageAgent, sendJson } from "../../data/send.ts";
import { Button } from "../../design/button.tsx";
import { ActionMenu } from "../../design/menu.tsx";
import { apiVersionOf, asNew, targetOf } from "../../kube/resource.ts";
import { catalog } from "../../state/catalog.ts";
import { usePage, type Page } from "../../state/page.ts";
import { textsOf } from "../../texts/texts.ts";
import type { ListChange } from "../../workbench/drafts.ts";
import { matchedResources, type RoleDocument } from "./model/policy-text.ts";

interface FixtureBarProps {
  readonly policy: RoleDocument;
  readonly onChange: (change: ListChange<PolicyFixture>) => void;
  readonly onAdded: (id: string) => void;
  readonly end: ReactNode;
}

const operations = [
  { operation: "CREATE", label: "Create an object" },
  { operation: "UPDATE", label: "Update an object" },
  { operation: "DELETE", label: "Delete an object" },
] as const;

/** Adds fixtures. They begin with a live object of a kind that the policy matches, or with an outline of one. */
export function FixtureBar({ policy, onChange, onAdded, end }: FixtureBarProps) {
  const page = usePage();
  const add = async (operation: PolicyFixture["operation"]) => {
    const id = page.newId();
    const object = await textsOf(page).print(await sampleOf(page, policy.value));
    const fixture = {
      id,
      operation,
      object,
      expect: "allowed",
      ...(operation === "UPDATE" && { old: object }),
    } as const;
    onChange((before) => [...before, { ...fixture, name: `${operation.toLowerCase()} ${before.length + 1}` }]);
    onAdded(id);
  };
  return (
    <div className="kp-body-bar row wrap">
      <ActionMenu
        trigger={
          <Button size="small" icon="plus">
            Add a fixture
          </Button>
        }
        entries={operations.map(({ operation, label }) => ({ label, onSelect: () => void add(operation) }))}
      />
      <span className="grow" />
      {end}
    </div>
  );
}

async function sampleOf(page: Page, policy: unknown): Promise<unknown> {
  const { find } = catalog.of(page).getState();
  for (const matched of matchedResources(policy)) {
    const resource = find(matched.group, matched.resource);
    if (resource === undefined) continue;
    const live = await firstLive(page, targetOf({ ...resource, version: matched.version }));
    const apiVersion = apiVersionOf({ group: matched.group, version: matched.version });
    const typed = { apiVersion, kind: resource.kind };
    if (live !== undefined) return { ...typed, ...asNew(live) };
    return { ...typed, metadata: { name: "example", ...(resource.namespaced && { namespace: "default" }) } };
  }
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "example", namespace: "default" } };
}

async function firstLive(page: Page, target: string): Promise<KubeObject | undefined> {
  const list = await sendJson(page.handle, pageAgent, { method: "GET", target: `${target}?limit=1` }).catch(
    () => undefined,
  );
  const items: readonly unknown[] = isRecord(list) && Array.isArray(list["items"]) ? list["items"] : [];
  return items.find(isKubeObject);
}
