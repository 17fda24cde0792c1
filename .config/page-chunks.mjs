/** Reports whether a module is imported statically by a module whose id matches `root`. */
function importedBy(root) {
  const known = new Map();
  const reaches = (id, graph) => {
    if (known.has(id)) return known.get(id);
    known.set(id, false); // preliminary result, for import cycles
    const found =
      root.test(id) || (graph.getModuleInfo(id)?.importers.some((importer) => reaches(importer, graph)) ?? false);
    known.set(id, found);
    return found;
  };
  return reaches;
}

/** The modules that the page's entry loads, for the whole page or for an embed. */
export const shellModule = /\/src\/ui\/render\.tsx$/;
export const embedModule = /\/src\/ui\/embed\/start-embed\.tsx$/;

/** The commands of kubectl: those that describe objects, kustomize, a library of its own, rare ones, and all others. */
const describe = /\/src\/kubectl\/commands\/describe/;
const kustomize = /\/src\/kubectl\/kustomize\//;
const rareParts = /\/src\/kubectl\/(?:go-template\/|kyaml\/|cli\/kuberc)/;
/** What patches and managed fields are computed with, by kubectl and kustomize as by the server. */
const patches = /\/src\/(?:apiserver\/patch|structured-merge-diff)\//;
const commands = /\/src\/kubectl\/(?!shell\/|kubectl-error)/;

/**
 * Puts the commands of kubectl into four chunks: one for each command would be half again as long when compressed.
 * What lessons need of its shell stays apart.
 */
export function kubectlChunk(id) {
  if (describe.test(id)) return "kubectl-describe";
  if (kustomize.test(id)) return "kustomize";
  if (rareParts.test(id)) return "kubectl-rare";
  if (patches.test(id)) return "patches";
  return commands.test(id) ? "kubectl" : null;
}

/**
 * Puts the modules that the whole page and embeds load at once into one chunk, and those of the whole page alone into
 * another. Otherwise each combination of views that shares a module gets a chunk of its own.
 */
export function pageChunk() {
  const [byEntry, byShell, byEmbed] = [/\/src\/ui\/main\.tsx$/, shellModule, embedModule].map(importedBy);
  return (id, graph) => {
    if (byEntry(id, graph) || !byShell(id, graph)) return null;
    return byEmbed(id, graph) ? "page" : "shell";
  };
}
