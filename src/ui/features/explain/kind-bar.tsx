import { LinkButton } from "../../design/button.tsx";
import { Select } from "../../design/field.tsx";
import { addressOf, apiVersionOf, explainAddress, type Resource } from "../../kube/resource.ts";
import { catalog } from "../../state/catalog.ts";
import { navigate } from "../../state/route.ts";
import type { ExplainedKind } from "./model/explained-kind.ts";

const wordsOf = (kind: ExplainedKind): string => `${kind.kind} · ${apiVersionOf(kind)}`;

/** Selects the kind, shows the equivalent kubectl explain command, and links to the kind's objects. */
export function KindBar({ shown, path }: { readonly shown: ExplainedKind; readonly path: readonly string[] }) {
  const resources = catalog.use((state) => state.resources);
  const options = optionsOf(resources, shown);
  const resource = resources.find((item) => item.kind === shown.kind && item.group === shown.group);
  const command = `kubectl explain ${[resource === undefined ? shown.kind.toLowerCase() : resource.resource, ...path].join(".")} --api-version=${apiVersionOf(shown)}`;
  return (
    <div className="kp-toolbar kp-explain-bar">
      <Select
        aria-label="Kind"
        className="kp-explain-kind"
        value={explainAddress(shown)}
        options={options}
        onValue={(address) => navigate(address)}
      />
      <code className="grow clip quiet" title={command}>
        {command}
      </code>
      {resource === undefined ? null : (
        <LinkButton size="small" icon="objects" href={addressOf({ ...resource, version: shown.version })}>
          Objects
        </LinkButton>
      )}
    </div>
  );
}

function optionsOf(resources: readonly Resource[], shown: ExplainedKind): readonly (readonly [string, string])[] {
  const known = new Map([shown, ...resources].map((kind) => [explainAddress(kind), wordsOf(kind)]));
  return [...known].toSorted(([, a], [, b]) => (a < b ? -1 : 1));
}
