import { useMemo } from "react";
import type { Level } from "../../../diagnosis/diagnosis.ts";
import { formatCount } from "../../data/words.ts";
import { TextInput } from "../../design/field.tsx";
import { NamespaceField } from "../../shared/namespace-field.tsx";
import { isInNamespace, levels } from "./world-filter.ts";
import { world } from "./world-store.ts";

/** Chooses which objects are shown. The buttons of the states are the legend of the map, too. */
export function WorldFilters() {
  const filter = world.use((state) => state.filter);
  const narrow = world.use((state) => state.narrow);
  const counts = useCounts();
  const toggle = (level: Level): void => {
    const chosen = new Set(filter.levels);
    if (!chosen.delete(level)) chosen.add(level);
    narrow({ levels: chosen });
  };
  return (
    <div className="row wrap kp-world-filters" role="group" aria-label="Filter">
      <NamespaceField
        value={filter.namespace}
        onValue={(namespace) => narrow({ namespace })}
        none="All namespaces"
        field={{ "aria-label": "Namespace" }}
      />
      <TextInput
        aria-label="Name, state or label"
        placeholder="Name, state, app=web"
        type="search"
        value={filter.text}
        onValue={(text) => narrow({ text })}
      />
      <div className="row kp-world-levels" role="group" aria-label="States of pods">
        {levels.map(([level, word]) => (
          <button
            key={level}
            type="button"
            className="kp-level"
            aria-pressed={filter.levels.has(level)}
            onClick={() => toggle(level)}
          >
            <i className="kp-pod-state" data-level={level} aria-hidden="true" />
            <span>{word}</span>
            <b>{formatCount(counts.get(level) ?? 0)}</b>
          </button>
        ))}
      </div>
    </div>
  );
}

/** Counts the pods of the chosen namespace by their level. */
function useCounts(): ReadonlyMap<Level, number> {
  const objects = world.use((state) => state.inBars);
  const filter = world.use((state) => state.filter);
  return useMemo(() => {
    const counts = new Map<Level, number>();
    for (const one of objects)
      if (one.kind.kind === "Pod" && isInNamespace(filter, one))
        counts.set(one.summary.level, (counts.get(one.summary.level) ?? 0) + 1);
    return counts;
  }, [objects, filter]);
}
