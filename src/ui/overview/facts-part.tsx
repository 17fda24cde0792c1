import type { KubeObject } from "../../apimachinery/meta.ts";
import { Badge } from "../design/feedback.tsx";
import { Moment } from "./moment.tsx";
import { Part } from "./part.tsx";

/** What lists do not tell of any object: labels, finalizers, and when it was made. */
export function FactsPart({ object, now }: { readonly object: KubeObject; readonly now: number }) {
  const { labels = {}, finalizers = [], creationTimestamp = "", deletionTimestamp = "" } = object.metadata;
  const pairs = Object.entries(labels);
  return (
    <Part title="Metadata">
      <dl className="kp-facts">
        <dt>Created</dt>
        <dd>
          <Moment at={creationTimestamp} now={now} />
        </dd>
        {deletionTimestamp === "" ? null : (
          <>
            <dt>Deletion</dt>
            <dd>
              <Moment at={deletionTimestamp} now={now} prefix="asked for " />
            </dd>
          </>
        )}
        {finalizers.length === 0 ? null : (
          <>
            <dt>Finalizers</dt>
            <dd>{finalizers.join(", ")}</dd>
          </>
        )}
        {pairs.length === 0 ? null : (
          <>
            <dt>Labels</dt>
            <dd className="row wrap">
              {pairs.map(([key, value]) => (
                <Badge key={key}>
                  {key}={value}
                </Badge>
              ))}
            </dd>
          </>
        )}
      </dl>
    </Part>
  );
}
