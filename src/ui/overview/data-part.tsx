import { trimRight } from "../../apimachinery/trim.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { membersAt } from "../../diagnosis/fields.ts";
import { idOf } from "../../diagnosis/object-id.ts";
import { firstLine } from "../../diagnosis/words.ts";
import { formatBytes, formatCount } from "../data/words.ts";
import { placeAddress, useAddresses } from "./object-links.ts";
import { Part } from "./part.tsx";

const mostShown = 40;

/** The keys of a ConfigMap or Secret with the beginning of their values; those of Secrets are not shown. */
export function DataPart({ object }: { readonly object: KubeObject }) {
  const address = useAddresses()(idOf(object));
  const isSecret = object.kind === "Secret";
  const entries = [
    ...Object.entries(membersAt(object, "data")).map(([key, value]) => ({ key, value, field: "data" })),
    ...Object.entries(membersAt(object, "binaryData")).map(([key, value]) => ({ key, value, field: "binaryData" })),
  ];
  const isEncoded = (field: string): boolean => isSecret || field === "binaryData";
  return (
    <Part title="Data" note={formatCount(entries.length)}>
      {entries.length === 0 ? <p className="quiet small">It has no data.</p> : null}
      <dl className="kp-facts">
        {entries.slice(0, mostShown).map(({ key, value, field }) => {
          const text = typeof value === "string" ? value : "";
          const bytes = isEncoded(field) ? Math.floor((trimRight(text, "=").length * 3) / 4) : text.length;
          return (
            <div key={`${field} ${key}`}>
              <dt className="mono">
                {address === undefined ? key : <a href={placeAddress(address, `${field}[${key}]`)}>{key}</a>}
              </dt>
              <dd>
                {isEncoded(field) ? null : <code>{firstLine(text, 100)}</code>}{" "}
                <span className="quiet small">{formatBytes(bytes)}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      {entries.length > mostShown ? (
        <p className="quiet small">And {formatCount(entries.length - mostShown)} more.</p>
      ) : null}
    </Part>
  );
}
