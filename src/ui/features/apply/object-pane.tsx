import type { FieldManager } from "../../../client/managed-fields.ts";
import { formatMoment } from "../../data/words.ts";
import { LinkButton } from "../../design/button.tsx";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import { Select } from "../../design/field.tsx";
import { addressOf, targetOf } from "../../kube/resource.ts";
import { OwnershipPanel } from "../../ownership/ownership-panel.tsx";
import { useNow } from "../../platform/use-now.ts";
import { usePage } from "../../state/page.ts";
import { liveObjects, type LivePath } from "./live-store.ts";

/** The live object named by the manifests, with its field owners. */
export function ObjectPane({
  paths,
  path,
  tones,
  onChoose,
}: {
  readonly paths: readonly LivePath[];
  readonly path: LivePath | undefined;
  readonly tones: ReadonlyMap<string, number>;
  readonly onChoose: (target: string) => void;
}) {
  const now = useNow(30_000);
  const { embed } = usePage();
  const Heading = embed === undefined ? "h3" : "h2"; // an embed has no heading of the bench
  const live = liveObjects.use((state) => (path === undefined ? undefined : state.objects[targetOf(path)]));
  const since = (manager: FieldManager) =>
    manager.time === "" ? "" : `(last wrote ${formatMoment(Date.parse(manager.time), now)})`;
  return (
    <section className="column fill" aria-label="The object now">
      <div className="kp-actor-head">
        <Heading className="grow clip">
          {path === undefined
            ? "The object"
            : `${path.kind} ${path.namespace === undefined ? "" : `${path.namespace}/`}${path.name ?? ""}`}
        </Heading>
        {paths.length < 2 ? null : (
          <Select
            aria-label="Which object"
            style={{ width: 120 }}
            options={paths.map((item) => [targetOf(item), item.name ?? ""] as const)}
            value={path === undefined ? "" : targetOf(path)}
            onValue={onChoose}
          />
        )}
        {live?.object === undefined || path === undefined || embed !== undefined ? null : (
          <LinkButton
            size="small"
            tone="plain"
            icon="external"
            href={`${addressOf(path)}?tab=ownership`}
            title="Ownership history"
          >
            Open
          </LinkButton>
        )}
      </div>
      {path === undefined ? (
        <EmptyState icon="apply" title="No object yet">
          The object appears once a manifest has apiVersion, kind and metadata.name.
        </EmptyState>
      ) : live === undefined ? (
        <Skeleton lines={8} />
      ) : live.object === undefined ? (
        <EmptyState icon="apply" title="Not there yet">
          The first apply creates it.
        </EmptyState>
      ) : (
        <OwnershipPanel object={live.object} tones={tones} since={since} />
      )}
    </section>
  );
}
