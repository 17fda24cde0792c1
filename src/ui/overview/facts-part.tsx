import type { KubeObject } from "../../apimachinery/meta.ts";
import { idOf } from "../../diagnosis/object-id.ts";
import { Badge } from "../design/feedback.tsx";
import { Moment } from "./moment.tsx";
import { useAddresses } from "./object-links.ts";
import { Part } from "./part.tsx";

/** Who wrote an object last and when, by its managed fields: the manager and what it wrote to. */
function lastWriter({ metadata: { managedFields = [] } }: KubeObject) {
  const [last] = managedFields.toSorted((a, b) => ((a.time ?? "") < (b.time ?? "") ? 1 : -1));
  if (last?.time === undefined) return undefined;
  const { manager = "", subresource = "", time } = last;
  return { who: subresource === "" ? manager : `${manager} (${subresource})`, at: time };
}

/** What lists do not tell of any object: labels, finalizers, and when it was made. */
export function FactsPart({ object, now }: { readonly object: KubeObject; readonly now: number }) {
  const { labels = {}, finalizers = [], creationTimestamp = "", deletionTimestamp = "" } = object.metadata;
  const address = useAddresses()(idOf(object));
  const writer = lastWriter(object);
  const pairs = Object.entries(labels);
  return (
    <Part title="Metadata">
      <dl className="kp-facts">
        <dt>Created</dt>
        <dd>
          <Moment at={creationTimestamp} now={now} />
        </dd>
        {writer === undefined ? null : (
          <>
            <dt>Last written</dt>
            <dd>
              by {writer.who} <Moment at={writer.at} now={now} />
              {address === undefined ? null : (
                <>
                  , <a href={`${address}?tab=requests`}>requests to it</a>
                </>
              )}
            </dd>
          </>
        )}
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
