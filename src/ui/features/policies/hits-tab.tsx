import { useCallback, useMemo, useState } from "react";
import type { PolicyHit } from "../../../client/policies.ts";
import { plural } from "../../data/words.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState, Note } from "../../design/feedback.tsx";
import { Select } from "../../design/field.tsx";
import { twoLines, VirtualTable, type Column } from "../../design/virtual-table.tsx";
import { groupVersionOf } from "../../../apimachinery/gvk.ts";
import { useMedium, useNarrow } from "../../platform/media.ts";
import { addressOf, targetOf } from "../../kube/resource.ts";
import { catalog } from "../../state/catalog.ts";
import { usePage } from "../../state/page.ts";
import { logAddress, navigate, withParameters } from "../../state/route.ts";
import type { BenchTabProps } from "./bench-tab.ts";
import { outcomeSign, outcomeWord } from "./model/outcome-words.ts";
import { policyDrafts } from "./policy-store.ts";
import { textsOf } from "../../texts/texts.ts";
import { find, resourceOf } from "./write-policy.ts";
import { useHits, type HitSearch } from "./use-hits.ts";

type Over = "objects" | "log";

const overs = [
  ["objects", "all live objects"],
  ["log", "the request log"],
] as const;

const what = (hit: PolicyHit) => (
  <span className="kp-hit-outcome" data-outcome={hit.outcome}>
    <b aria-hidden="true">{outcomeSign(hit.outcome)}</b> {outcomeWord(hit.outcome)}
  </span>
);
const name = (hit: PolicyHit) => (
  <span className="clip">
    {hit.namespace === "" ? "" : <span className="quiet">{hit.namespace}/</span>}
    {hit.name}
  </span>
);

// oxfmt-ignore
const columns: readonly Column<PolicyHit>[] = [
  { id: "outcome", label: "Would", width: "84px", draw: what },
  { id: "kind", label: "Kind", width: "minmax(80px, 130px)", draw: ({ kind }) => <span className="clip">{kind}</span> },
  { id: "name", label: "Name", width: "minmax(80px, 1fr)", draw: name },
  { id: "operation", label: "As", width: "64px", draw: ({ operation }) => <span className="quiet small">{operation}</span> },
  { id: "message", label: "Why", width: "minmax(80px, 2fr)", draw: ({ message }) => <span className="clip" title={message}>{message}</span> },
];
/** A button in each row that explains the hit. */
const explained = (onExplain: (hit: PolicyHit) => void): Column<PolicyHit> => ({
  id: "explain",
  label: "Explain",
  width: "76px",
  draw: (hit) => (
    <Button
      size="small"
      aria-label={`Explain ${hit.name}`}
      onClick={(event) => {
        event.stopPropagation();
        onExplain(hit);
      }}
    >
      Explain
    </Button>
  ),
});

const slim = columns.filter(({ id }) => ["outcome", "name", "message"].includes(id));

/** What and why below each other, on a phone. */
const narrowest: readonly Column<PolicyHit>[] = [
  {
    id: "hit",
    label: "Would",
    width: "minmax(80px, 1fr)",
    draw: (hit) => (
      <span className="column" title={hit.message}>
        <span className="row clip">
          {what(hit)} {name(hit)}
        </span>
        <span className="quiet small clip">{hit.message}</span>
      </span>
    ),
  },
];

/** "Who would this hit?": the draft over all live objects, or over the requests of the log, before it is bound. */
export function HitsTab({ bench, written }: BenchTabProps) {
  const slimTable = useMedium();
  const narrow = useNarrow();
  const [over, setOver] = useState<Over>("objects");
  const { search, start, cancel } = useHits(written, over);
  const open = useOpen();
  const explain = useExplain(bench);
  const shown = useMemo(() => {
    const some = narrow ? narrowest : slimTable ? slim : columns;
    return over === "objects" ? [...some, explained((hit) => void explain(hit))] : some;
  }, [narrow, slimTable, over, explain]);
  return (
    <section className="column fill" aria-label="Who would this hit?">
      <div className="kp-body-bar row wrap">
        <label className="row">
          <span className="quiet kp-hits-label">The draft over</span>
          <Select
            aria-label="Over what"
            options={overs}
            value={over}
            onValue={(next) => setOver(next === "log" ? "log" : "objects")}
          />
        </label>
        <span className="grow" />
        <LookButtons looks={search.state === "running" || search.state === "idle"} onLook={start} onCancel={cancel} />
      </div>
      <div className="kp-bench-words kp-hits-summary">
        <p role="status">{summary(search, over)}</p>
        {search.state === "running" ? (
          <progress aria-label="Progress" value={search.checked} max={Math.max(1, search.total)} />
        ) : null}
        <p className="quiet small">{explanation[over]}</p>
      </div>
      {search.state === "failed" ? (
        <div className="pad">
          <Note tone="error">{search.trouble}</Note>
        </div>
      ) : (
        <VirtualTable
          label="Hits"
          rows={search.hits}
          columns={shown}
          rowKey={keyOfHit}
          {...(narrow && { rowHeight: twoLines })}
          onSelect={open}
          empty={
            <EmptyState icon="check" title={search.state === "running" ? "None so far" : "Nobody"}>
              The draft would neither deny, change nor warn about any of them.
            </EmptyState>
          }
        />
      )}
    </section>
  );
}

interface LookButtonsProps {
  readonly looks: boolean;
  readonly onLook: () => void;
  readonly onCancel: () => void;
}

/**
 * A search begins by itself as well: with a button for each, a click on one never meets the other. Neither goes away,
 * so that the focus stays.
 */
const LookButtons = ({ looks, onLook, onCancel }: LookButtonsProps) => (
  <>
    <Button size="small" icon="stop" aria-disabled={!looks} onClick={() => looks && onCancel()}>
      Cancel
    </Button>
    <Button size="small" icon="refresh" aria-disabled={looks} onClick={() => looks || onLook()}>
      Look again
    </Button>
  </>
);

const keyOfHit = (hit: PolicyHit): string =>
  `${hit.requestId ?? ""} ${hit.apiVersion}/${hit.kind} ${hit.namespace}/${hit.name}`;

const explanation: Readonly<Record<Over, string>> = {
  objects:
    "Each live object is evaluated as if the administrator created it again; where the rules cover no creation, as if it were updated without a change, or deleted.",
  log: "The log keeps the objects of its newest requests that changed something. They are evaluated as they were sent, by their user.",
};

/** Tells the result in a sentence. */
function summary({ state, hits, checked, matched, total }: HitSearch, over: Over): string {
  const word = over === "objects" ? "live object" : "request";
  if (state === "idle") return "Looking…";
  if (state === "running") return `Looking… ${checked} of ${plural(total, word)}`;
  if (checked === 0 && state === "done")
    return over === "objects" ? "There are no live objects of the kinds that the rules name." : "The log is empty.";
  const count = (outcome: PolicyHit["outcome"]): number => hits.filter((hit) => hit.outcome === outcome).length;
  const parts = [
    [count("denied"), "would be denied"],
    [count("changed"), "would be changed"],
    [count("warned"), "would cause a warning"],
    [count("audited"), "would be noted in the audit log"],
    [count("failed"), "could not be evaluated"],
  ] as const;
  const told = parts.flatMap(([n, words]) => (n === 0 ? [] : [`${n} ${words}`]));
  const result = `Of ${plural(checked, word)}, the draft matches ${matched}: ${told.length === 0 ? "none would be hit" : told.join(", ")}.`;
  return state === "cancelled" ? `Cancelled. ${result}` : result;
}

/** Opens an object, or a request of the log. */
function useOpen(): (hit: PolicyHit) => void {
  const resources = catalog.use((state) => state.resources);
  return ({ apiVersion, kind, namespace, name: object, requestId }) => {
    if (requestId !== undefined) return navigate(logAddress(requestId));
    const version = groupVersionOf(apiVersion);
    const resource = resources.find((one) => one.kind === kind && one.group === version.group);
    if (resource !== undefined)
      navigate(addressOf({ ...version, resource: resource.resource, namespace, name: object }));
    return undefined;
  };
}

/** Makes a live object a fixture and shows its row of the matrix, which tells why it is hit. */
function useExplain({ place, fixtures, route }: BenchTabProps["bench"]): (hit: PolicyHit) => Promise<void> {
  const page = usePage();
  const changeFixtures = policyDrafts.use((state) => state.changeFixtures);
  return useCallback(
    async ({ apiVersion, kind, namespace, name: object, operation, outcome }) => {
      const resource = await resourceOf(page, apiVersion, kind);
      const live = await find(page, targetOf({ ...resource, namespace, name: object }));
      if (live === undefined) return;
      const { managedFields: _fields, ...metadata } = live.metadata;
      const text = await textsOf(page).print({ apiVersion, kind, ...live, metadata });
      const id = page.newId();
      const title = namespace === "" ? object : `${namespace}/${object}`;
      const fixture = { id, name: title, operation, object: text, expect: outcome };
      const added = operation === "UPDATE" ? { ...fixture, old: text } : fixture;
      changeFixtures(place, (before) => [...before, added], fixtures);
      navigate(withParameters(route, { tab: "matrix", row: id }));
    },
    [page, place, fixtures, route, changeFixtures],
  );
}
