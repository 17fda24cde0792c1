/** The part of the module graph that a chunk group uses. */
interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly isEntry: boolean;
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
  } | null;
}

export declare const shellModule: RegExp;
export declare const embedModule: RegExp;
export function kubectlChunk(): (id: string, graph: ModuleGraph) => string | null;
export function sharedChunk(): (id: string, graph: ModuleGraph) => string | null;
export function pageChunk(): (id: string, graph: ModuleGraph) => string | null;
export function importedBy(root: RegExp): (id: string, graph: ModuleGraph) => boolean;
