/** The part of the module graph that a chunk group uses. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

export function loadedAtOnce(name: string): (id: string, graph: ModuleGraph) => string | null;
export function behaviorsTogether(name: string): (id: string, graph: ModuleGraph) => string | null;
export function controllersTogether(name: string): (id: string, graph: ModuleGraph) => string | null;
