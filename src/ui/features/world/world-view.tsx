import { useEffect, useMemo } from "react";
import { sendJson, inWords } from "../../data/send.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Badge, EmptyState, Skeleton } from "../../design/feedback.tsx";
import { Tree } from "../../design/tree.tsx";
import { addressOf } from "../../kube/resource.ts";
import { simulatedNode } from "../../kube/simulated-node.ts";
import { NamespaceField } from "../../shared/namespace-field.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import { usePage, type Page } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import { ControllersNote } from "./controllers-note.tsx";
import { TimeControls } from "./time-controls.tsx";
import { world } from "./world-store.ts";
import { isWorkload, worldLines, type WorldLine } from "./world-tree.ts";
import "./world.css";

/**
 * The world as a live tree: workloads with their pods, Services with their endpoints, nodes. Address: `#/world`, or
 * `#/world?ns=NAMESPACE`.
 */
export function WorldView({ route }: { readonly route: Route }) {
  const page = usePage();
  useEffect(() => world.of(page).getState().attend(), [page]);
  const { objects, isListed, refused, namespace, closed, selected, setNamespace, toggle, select } = world.use(
    (state) => state,
  );
  const asked = route.parameters["ns"];
  useEffect(() => (asked === undefined ? undefined : setNamespace(asked)), [asked, setNamespace]);
  const lines = useMemo(() => worldLines(objects, namespace, closed), [objects, namespace, closed]);
  const chosen = lines.find(({ key }) => key === selected);
  const isBare = isListed && objects.every(({ kind }) => !isWorkload(kind.kind));
  return (
    <section className="column fill kp-world" aria-label="World">
      <div className="kp-toolbar row wrap">
        <TimeControls />
        <span className="grow" />
        <NamespaceField
          value={namespace}
          onValue={setNamespace}
          none="All namespaces"
          field={{ "aria-label": "Namespace" }}
        />
        <Button size="small" icon="plus" onClick={() => void addNode(page)}>
          Add a node
        </Button>
        {chosen === undefined ? null : (
          <LinkButton size="small" icon="objects" href={addressOf(chosen.path)}>
            Open {chosen.name}
          </LinkButton>
        )}
      </div>
      {page.embed === undefined ? <ControllersNote /> : null}
      {refused === undefined ? null : (
        <div className="pad">
          <StatusNote status={refused} />
        </div>
      )}
      {isBare && lines.length > 0 ? <p className="kp-world-hint quiet small">{hint}</p> : null}
      {lines.length > 0 ? (
        <Tree
          label="Objects by owner"
          lines={lines}
          selected={selected}
          onSelect={select}
          onToggle={toggle}
          draw={(line) => <Line line={line} />}
        />
      ) : isListed ? (
        <EmptyState icon="world" title="Nothing here yet">
          {hint}
        </EmptyState>
      ) : refused === undefined ? (
        <Skeleton lines={8} />
      ) : null}
    </section>
  );
}

const hint = "Create a Deployment, and watch what becomes of it. Pods run on simulated nodes, which you can add.";

function Line({ line: { kind, name, state, tone, note } }: { readonly line: WorldLine }) {
  return (
    <span className="kp-world-line">
      <span className="kp-world-kind quiet">{kind}</span>
      <span className="kp-world-name clip">{name}</span>
      {state === "" ? null : <Badge tone={tone}>{state}</Badge>}
      {note === "" ? null : <span className="kp-world-note quiet small clip">{note}</span>}
    </span>
  );
}

/** Creates a simulated node under the first name that is free. */
async function addNode(page: Page): Promise<void> {
  const names = new Set(
    world
      .of(page)
      .getState()
      .objects.filter(({ kind }) => kind.kind === "Node")
      .map(({ object }) => object.metadata.name),
  );
  let number = 1;
  while (names.has(`node-${number}`)) number++;
  const name = `node-${number}`;
  const call = {
    method: "POST",
    target: "/api/v1/nodes",
    body: JSON.stringify(simulatedNode(name)),
    headers: [["Content-Type", "application/json"]] as const,
  };
  try {
    await sendJson(page.handle, "kubepad-console/0.1", call);
    page.toasts.add({ description: `The node ${name} is there.` });
  } catch (error) {
    page.toasts.add({ description: inWords(error) });
  }
}
