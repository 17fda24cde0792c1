import { useMemo } from "react";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { ActionBar } from "../actions/action-bar.tsx";
import { apiVersionOf, type Resource } from "../kube/resource.ts";
import { mendingActions } from "./mending-actions.ts";
import { ConditionsPart } from "./conditions-part.tsx";
import { DataPart } from "./data-part.tsx";
import { DefinedObjectsPart, RuleCostsPart } from "./definition-part.tsx";
import { DiagnosisView } from "./diagnosis-view.tsx";
import { EndpointsPart } from "./endpoints-part.tsx";
import { EventsPart } from "./events-part.tsx";
import { FactsPart } from "./facts-part.tsx";
import { LogsPart } from "./logs-part.tsx";
import { PolicyHitsPart } from "./policy-part.tsx";
import { ReferrersPart, RefersToPart } from "./references-part.tsx";
import { OwnedPart, OwnersPart, useOwned } from "./related-part.tsx";
import { useDiagnosis } from "./use-diagnosis.ts";
import { useWorldNow } from "./use-world-now.ts";
import { deferred } from "../design/deferred.tsx";
import "./overview.css";

/** A chunk of its own: most worlds have no metrics. */
const usagePart = deferred(async () => (await import("./usage-part.tsx")).UsagePart, null);

export interface OverviewProps {
  readonly kind: Resource;
  /** The object as it is now; the Overview follows what surrounds it. */
  readonly object: KubeObject;
  /** It is deleted: this is its last state, and nothing can be done to it. */
  readonly deleted?: boolean;
  /** The ids of actions that are offered beside it. */
  readonly without?: readonly string[] | undefined;
}

/**
 * What an object is, why, and what can be done: a sentence with its evidence, conditions, events, owners, what it owns
 * and refers to. It is live: what surrounds the object is followed by watches.
 */
export function Overview({ kind, object: given, deleted = false, without }: OverviewProps) {
  const object = useMemo(() => ({ ...given, apiVersion: apiVersionOf(kind), kind: kind.kind }), [given, kind]);
  const diagnosis = useDiagnosis(object);
  const owned = useOwned(kind, object);
  const now = useWorldNow();
  const others = useMemo(() => owned.filter((one) => one.kind !== "EndpointSlice"), [owned]);
  const slices = owned.filter((one) => one.kind === "EndpointSlice");
  const { uid = "", generation = "", resourceVersion = "" } = object.metadata;
  const stamp = `${uid} ${String(generation === "" ? resourceVersion : generation)}`;
  const key = `${kind.group}/${kind.kind}`;
  return (
    <div className="fill scroll kp-overview" role="region" aria-label="Overview" tabIndex={0}>
      <DiagnosisView object={object} diagnosis={diagnosis} />
      {deleted ? null : <ActionBar subject={{ kind, object }} first={mendingActions(diagnosis)} without={without} />}
      <div className="kp-overview-parts">
        {key === "apiextensions.k8s.io/CustomResourceDefinition" ? (
          <>
            <DefinedObjectsPart definition={object} stamp={stamp} />
            <RuleCostsPart definition={object} />
          </>
        ) : null}
        {key === "/Pod" || key === "/Node" ? <usagePart.View object={object} /> : null}
        {key === "/Service" ? <EndpointsPart slices={slices} /> : null}
        {key === "/ConfigMap" || key === "/Secret" ? <DataPart object={object} /> : null}
        <OwnersPart object={object} />
        <OwnedPart kind={kind} owned={others} />
        <ConditionsPart object={object} now={now} />
        <EventsPart object={object} owned={others} now={now} />
        {key === "/Pod" ? <LogsPart pod={object} /> : null}
        {kind.group === "admissionregistration.k8s.io" && !kind.resource.endsWith("bindings") ? (
          <PolicyHitsPart policy={object} resource={kind.resource} stamp={stamp} />
        ) : null}
        <RefersToPart object={object} stamp={stamp} />
        <ReferrersPart object={object} stamp={stamp} />
        <FactsPart object={object} now={now} />
      </div>
    </div>
  );
}
