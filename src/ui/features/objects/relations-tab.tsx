import type { KubeObject } from "../../../apimachinery/meta.ts";
import { useAnswer } from "../../data/use-answer.ts";
import { Skeleton } from "../../design/feedback.tsx";
import { addressOf, type Resource } from "../../kube/resource.ts";
import { StatusNote } from "../../shared/status-note.tsx";
import { catalog } from "../../state/catalog.ts";
import { usePage } from "../../state/page.ts";
import { findRelations, type Relation } from "./relations.ts";

/** What an object belongs to, and what belongs to it. */
export function RelationsTab({ kind, object }: { readonly kind: Resource; readonly object: KubeObject }) {
  const page = usePage();
  const resources = catalog.use((state) => state.resources);
  const { uid = "", resourceVersion = "" } = object.metadata;
  const { value, refused } = useAnswer(`${uid} ${resourceVersion} ${resources.length}`, (signal) =>
    findRelations(page, resources, kind, object, signal),
  );
  if (refused !== undefined) return <StatusNote status={refused} />;
  if (value === undefined) return <Skeleton lines={4} />;
  const { owners, owned, node, pods } = value;
  const selects = kind.resource === "nodes" ? "Pods on it" : "Pods that it selects";
  const isAlone = owners.length + owned.length + pods.length === 0 && node === undefined;
  return (
    <div className="fill scroll pad stack" role="region" aria-label="Relations" tabIndex={0}>
      <RelationList title="Owned by" relations={owners} />
      <RelationList title="Runs on" relations={node === undefined ? [] : [node]} />
      <RelationList title="Owns" relations={owned} />
      <RelationList title={selects} relations={pods} />
      {isAlone ? <p className="quiet">No other object belongs to it, and it belongs to none.</p> : null}
    </div>
  );
}

function RelationList({ title, relations }: { readonly title: string; readonly relations: readonly Relation[] }) {
  if (relations.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {relations.map(({ kind, path }) => (
          <li key={`${kind} ${path.name ?? ""}`}>
            <span className="quiet">{kind}</span> <a href={addressOf(path)}>{path.name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
