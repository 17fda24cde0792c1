import { useEffect, useMemo } from "react";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { addressOf, pathOfAddress, type ObjectPath, type Resource } from "../../kube/resource.ts";
import { useNarrow } from "../../platform/media.ts";
import { catalog } from "../../state/catalog.ts";
import { usePage } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import { CollectionView } from "./collection-view.tsx";
import { CreateForm } from "./create-form.tsx";
import { KindList } from "./kind-list.tsx";
import { ObjectView } from "./object-view.tsx";
import "./objects.css";

/**
 * The explorer: kinds, the objects of a kind, and a single object. Addresses: `#/objects`,
 * `#/objects/apps/v1/deployments`, `.../NAMESPACE/NAME`.
 */
export function ObjectsView({ route }: { readonly route: Route }) {
  const narrow = useNarrow();
  const path = useMemo(() => pathOfAddress(route.parts.slice(1)), [route.parts]);
  const found = catalog.use((state) =>
    path === undefined
      ? undefined
      : state.resources.find((item) => item.group === path.group && item.resource === path.resource),
  );
  const kind = useMemo(
    () => (found === undefined || path === undefined ? undefined : { ...found, version: path.version }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the version matters
    [found, path?.version],
  );
  const shown = { kind, path, creating: route.parameters["create"] === "1" };
  const { embed } = usePage();
  if (embed !== undefined) return <EmbeddedObjects {...shown} />;
  return narrow ? <NarrowObjects {...shown} /> : <WideObjects {...shown} />;
}

interface Shown {
  readonly kind: Resource | undefined;
  readonly path: ObjectPath | undefined;
  readonly creating: boolean;
}

/** One object or one collection, without the way to others. */
function EmbeddedObjects({ kind, path }: Shown) {
  if (path === undefined) return <ChooseKind />;
  if (kind === undefined) return <UnknownKind path={path} />;
  return path.name === undefined ? (
    <CollectionView kind={kind} path={path} slim />
  ) : (
    <ObjectView kind={kind} path={path} />
  );
}

function WideObjects({ kind, path, creating }: Shown) {
  const kinds = { id: "kinds", size: 18, min: 160, content: <KindList current={path} /> };
  if (kind === undefined || path === undefined)
    return (
      <Panes
        id="objects"
        panes={[
          kinds,
          {
            id: "objects",
            size: 82,
            min: 260,
            content: path === undefined ? <ChooseKind /> : <UnknownKind path={path} />,
          },
        ]}
      />
    );
  const third = creating ? (
    <CreateForm kind={kind} />
  ) : path.name === undefined ? undefined : (
    <ObjectView kind={kind} path={path} />
  );
  const list = <CollectionView kind={kind} path={path} slim={third !== undefined} />;
  if (third === undefined)
    return <Panes id="objects" panes={[kinds, { id: "objects", size: 82, min: 260, content: list }]} />;
  return (
    <Panes
      id="objects"
      panes={[
        kinds,
        { id: "objects", size: 36, min: 260, content: list },
        { id: "object", size: 46, min: 300, content: third },
      ]}
    />
  );
}

function NarrowObjects({ kind, path, creating }: Shown) {
  if (path === undefined)
    return (
      <div className="column fill kp-narrow">
        <KindList current={undefined} />
      </div>
    );
  if (kind === undefined) return <UnknownKind path={path} />;
  const up =
    path.name === undefined && !creating
      ? { address: "#/objects", label: "Kinds" }
      : { address: addressOf(kind), label: kind.kind };
  return (
    <div className="column fill kp-narrow">
      <nav className="kp-up" aria-label="Up">
        <a href={up.address}>‹ {up.label}</a>
      </nav>
      {creating ? (
        <CreateForm kind={kind} />
      ) : path.name === undefined ? (
        <CollectionView kind={kind} path={path} slim />
      ) : (
        <ObjectView kind={kind} path={path} />
      )}
    </div>
  );
}

function ChooseKind() {
  return (
    <section className="column">
      <EmptyState icon="objects" title="Choose a kind">
        The numbers are object counts. A good start are the ConfigMaps:{" "}
        <a href="#/objects/core/v1/configmaps">open them</a>.
      </EmptyState>
    </section>
  );
}

function UnknownKind({ path }: { readonly path: ObjectPath }) {
  const state = catalog.use((value) => value.state);
  const load = catalog.use((value) => value.load);
  // Reload discovery: a definition may have been installed since the last request.
  useEffect(() => void load(), [load]);
  if (state === "loading") return <Skeleton lines={10} />;
  return (
    <section className="column">
      <EmptyState icon="objects" title={`Unknown kind ${path.resource}`}>
        The server does not serve {path.resource} in group {path.group === "" ? "core" : path.group}. Choose one from
        the list.
      </EmptyState>
    </section>
  );
}
