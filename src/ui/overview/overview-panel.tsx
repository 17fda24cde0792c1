import { useMemo } from "react";
import { EmptyState, Skeleton } from "../design/feedback.tsx";
import { IconButton, LinkButton } from "../design/button.tsx";
import { addressOf, type ObjectPath, type Resource } from "../kube/resource.ts";
import { Overview } from "./overview.tsx";
import { sourceOfOne } from "./sources-of.ts";
import { useSources } from "./use-sources.ts";

export interface OverviewPanelProps {
  readonly kind: Resource;
  readonly path: ObjectPath;
  readonly onClose?: () => void;
}

/** The Overview of an object beside another view: it follows the object itself, and leads to its whole view. */
export function OverviewPanel({ kind, path, onClose }: OverviewPanelProps) {
  const { namespace, name = "" } = path;
  const sources = useMemo(() => [sourceOfOne(kind, namespace, name)], [kind, namespace, name]);
  const found = useSources(sources).get(sources[0]?.target ?? "");
  const object = found?.objects.find(({ metadata }) => metadata.name === name);
  return (
    <section className="column fill" aria-label={`${kind.kind} ${name}`}>
      <div className="kp-toolbar row">
        <div className="grow column">
          <h2 className="clip" title={name}>
            {name}
          </h2>
          <p className="quiet small clip">
            {kind.kind}
            {namespace === undefined ? "" : ` in ${namespace}`}
          </p>
        </div>
        <LinkButton size="small" icon="objects" href={addressOf(path)}>
          Open
        </LinkButton>
        {onClose === undefined ? null : <IconButton icon="close" label="Close the Overview" onClick={onClose} />}
      </div>
      {object !== undefined ? (
        <Overview key={object.metadata.uid} kind={kind} object={object} />
      ) : found?.isListed === true ? (
        <EmptyState icon="objects" title="Not found">
          There is no {kind.kind} {name}. It appears here as soon as it is created.
        </EmptyState>
      ) : (
        <Skeleton lines={8} />
      )}
    </section>
  );
}
