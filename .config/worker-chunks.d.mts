/** What a chunk group asks of the graph of modules. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

export function loadedAtOnce(name: string): (id: string, graph: ModuleGraph) => string | null;
