import type { ResourceInfo } from "../../apiserver/registry/resource-definition.ts";
import { isConditionTrue, type Definition } from "../../apis/apiextensions/definition.ts";
import { compareVersions } from "../../apimachinery/compare-versions.ts";
import { customResourceDefinition, isDefinedAlike } from "../handler/custom-definitions.ts";

/** What clients discover of one definition. */
interface Discovered {
  readonly definition: Definition;
  readonly resources: readonly ResourceInfo[];
}

/**
 * The established custom resources in discovery order: groups by name, versions by priority, resources by name.
 * Resources stay the same objects until what is discovered of their definition changes.
 */
export class DiscoveredResources {
  readonly #byName = new Map<string, Discovered>();
  #all: readonly ResourceInfo[] | undefined;

  constructor(definitions: readonly Definition[]) {
    for (const definition of definitions) this.update(definition.metadata.name ?? "", definition);
  }

  /** Takes in the state of a definition, or that there is none any more. */
  update(name: string, definition: Definition | undefined): void {
    const known = this.#byName.get(name);
    if (known !== undefined && definition !== undefined && isDiscoveredAlike(known.definition, definition)) return;
    if (definition === undefined) this.#byName.delete(name);
    else this.#byName.set(name, { definition, resources: resourcesOf(definition) });
    this.#all = undefined;
  }

  /** Returns all resources; the same array until they change. */
  all(): readonly ResourceInfo[] {
    return (this.#all ??= [...this.#byName.values()]
      .flatMap(({ resources }) => resources)
      .sort(
        (a, b) =>
          compareTexts(a.group, b.group) ||
          compareVersions(b.version, a.version) ||
          compareTexts(a.resource, b.resource),
      ));
  }
}

function resourcesOf(definition: Definition): readonly ResourceInfo[] {
  if (!isConditionTrue(definition, "Established")) return [];
  return (definition.spec.versions ?? [])
    .filter((version) => version.served)
    .map((version) => customResourceDefinition(definition, version));
}

/** The conditions that decide what is discovered of a definition. */
const decisiveConditions = ["Established", "Terminating", "NonStructuralSchema"];

const isDiscoveredAlike = (a: Definition, b: Definition): boolean =>
  decisiveConditions.every((type) => isConditionTrue(a, type) === isConditionTrue(b, type)) && isDefinedAlike(a, b);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
