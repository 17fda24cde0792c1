import { useEffect, useMemo } from "react";
import { LinkButton } from "../../design/button.tsx";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { refusal } from "../../data/send.ts";
import { addressOf, pathOfAddress, pluralOf, targetOf, type ObjectPath, type Resource } from "../../kube/resource.ts";
import { whenIdle } from "../../platform/browser-clock.ts";
import { useMedium, useNarrow } from "../../platform/media.ts";
import { savesData } from "../../platform/saves-data.ts";
import { ApiServiceDown } from "../../shared/api-service-down.tsx";
import { StatusHelp } from "../../shared/status-note.tsx";
import { apiServices, type ApiServiceView } from "../../state/api-services.ts";
import { catalog } from "../../state/catalog.ts";
import { usePage } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import { CollectionView } from "./collection-view.tsx";
import { CreateForm, type WantedName } from "./create-form.tsx";
import { KindList } from "./kind-list.tsx";
import { openTarget } from "./open-target.ts";
import { loadOverview, ObjectView } from "./object-view.tsx";
import "./objects.css";

/**
 * The explorer: kinds, the objects of a kind, and a single object. Addresses: `#/objects`,
 * `#/objects/apps/v1/deployments`, `.../NAMESPACE/NAME`.
 */
export function ObjectsView({ route }: { readonly route: Route }) {
  const narrow = useNarrow();
  useEffect(() => void (savesData() ? undefined : whenIdle().then(loadOverview).catch(ignored)), []);
  const resources = catalog.use((state) => state.resources);
  const { path, found } = useMemo(() => {
    const written = pathOfAddress(route.parts.slice(1));
    const served = resources.find((item) => item.group === written?.group && item.resource === written.resource);
    // An object of the cluster has no namespace, so the one part behind the resource is its name.
    const isNamed = served?.namespaced === false && written?.name === undefined;
    return { path: isNamed && written ? { ...written, name: route.parts[4] } : written, found: served };
  }, [route.parts, resources]);
  const kind = useMemo(
    () => (found === undefined || path === undefined ? undefined : { ...found, version: path.version }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the version matters
    [found, path?.version],
  );
  const { create, name, namespace } = route.parameters;
  const creating = useMemo(() => (create === "1" ? { name, namespace } : undefined), [create, name, namespace]);
  const shown = { kind, path, creating };
  const { embed, past } = usePage();
  const isRemote = apiServices.use(({ all }) => all.some((service) => service.isRemote && isOf(service, path)));
  if (past !== undefined && isRemote) return <PastElsewhere />;
  if (embed !== undefined) return <EmbeddedObjects {...shown} />;
  return narrow ? <NarrowObjects {...shown} /> : <WideObjects {...shown} />;
}

/** Reports whether an APIService is of the group version of a path. */
const isOf = ({ group, version }: ApiServiceView, path: ObjectPath | undefined): boolean =>
  group === path?.group && version === path.version;

/** Revisions are of one server: those of an extension server are others. */
const PastElsewhere = () => (
  <section className="column fill kp-narrow">
    <EmptyState icon="objects" title="Another server keeps this kind">
      The line of revisions is of this server. An extension API server counts its own, so that its objects are only
      shown as they are now.
    </EmptyState>
  </section>
);

/** What could not be loaded ahead is loaded again when it is opened, which tells what is wrong. */
const ignored = (): void => undefined;

interface Shown {
  readonly kind: Resource | undefined;
  readonly path: ObjectPath | undefined;
  /** What to create, if anything. */
  readonly creating: WantedName | undefined;
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

/** Kinds, objects and an object beside each other; without the kinds where an object would have too little room. */
function WideObjects({ kind, path, creating }: Shown) {
  const medium = useMedium();
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
  const third =
    creating !== undefined ? (
      <CreateForm kind={kind} wanted={creating} />
    ) : path.name === undefined ? undefined : (
      <ObjectView kind={kind} path={path} />
    );
  const hidesKinds = medium && third !== undefined;
  const list = (
    <div className="column fill kp-narrow">
      {hidesKinds ? <UpLink address="#/objects" label="Kinds" /> : null}
      <CollectionView kind={kind} path={path} slim={third !== undefined} />
    </div>
  );
  if (third === undefined)
    return <Panes id="objects" panes={[kinds, { id: "objects", size: 82, min: 260, content: list }]} />;
  const rest = [
    { id: "objects", size: hidesKinds ? 42 : 36, min: 260, content: list },
    { id: "object", size: hidesKinds ? 58 : 46, min: 300, content: third },
  ];
  return <Panes id="objects" panes={hidesKinds ? rest : [kinds, ...rest]} />;
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
    path.name === undefined && creating === undefined
      ? { address: "#/objects", label: "Kinds" }
      : { address: addressOf(kind), label: pluralOf(kind) };
  return (
    <div className="column fill kp-narrow">
      <UpLink {...up} />
      {creating !== undefined ? (
        <CreateForm kind={kind} wanted={creating} />
      ) : path.name === undefined ? (
        <CollectionView kind={kind} path={path} slim />
      ) : (
        <ObjectView kind={kind} path={path} />
      )}
    </div>
  );
}

function UpLink({ address, label }: { readonly address: string; readonly label: string }) {
  return (
    <nav className="kp-up" aria-label="Up">
      <a href={address}>‹ {label}</a>
    </nav>
  );
}

function ChooseKind() {
  return (
    <section className="column">
      <EmptyState
        icon="objects"
        title="Choose a kind"
        actions={
          <LinkButton icon="objects" href="#/objects/core/v1/pods">
            Open the Pods
          </LinkButton>
        }
      >
        The list shows every kind that the server serves, with the number of its objects. Pods are a good start.
      </EmptyState>
    </section>
  );
}

const notServed = refusal(404, "the server could not find the requested resource");

function UnknownKind({ path }: { readonly path: ObjectPath }) {
  const state = catalog.use((value) => value.state);
  const load = catalog.use((value) => value.load);
  const service = apiServices.use(({ all }) => all.find((each) => each.isRemote && isOf(each, path)));
  const request = useMemo(() => ({ method: "GET", target: targetOf(path), body: "" }), [path]);
  // Reload discovery: a definition may have been installed since the last request.
  useEffect(() => void load(), [load]);
  if (state === "loading") return <Skeleton lines={10} />;
  if (service !== undefined && service.available !== "True")
    return (
      <section className="column fill kp-narrow pad stack">
        <ApiServiceDown service={service} />
        <div>
          <LinkButton icon="objects" href="#/objects">
            All kinds
          </LinkButton>
        </div>
      </section>
    );
  return (
    <section className="column fill kp-narrow">
      <EmptyState
        icon="objects"
        title={`The server does not serve ${path.resource}`}
        actions={
          <>
            <LinkButton icon="objects" href="#/objects">
              All kinds
            </LinkButton>
            <LinkButton icon="definitions" href="#/definitions">
              Define a kind
            </LinkButton>
          </>
        }
      >
        <StatusHelp status={notServed} request={request} onChange={openTarget} />
        {path.group === ""
          ? "A CustomResourceDefinition can add a kind of this name in a group of its own."
          : "A CustomResourceDefinition can add it."}
      </EmptyState>
    </section>
  );
}
