import { importedBy } from "../page-chunks.mjs";

/** The modules, with all that they import statically, that each server loads: some of them when it starts. */
const server =
  /\/src\/(?:kube-apiserver\/(?:server|aggregation)|apiserver\/schema\/builtin\/types-pack|apis\/core\/behaviors)\.ts$/;

/** Those that a program loads besides, to serve under the flags of kube-apiserver. */
const program = /\/src\/node\/(?:serve-until-signal|command-line|flags\/api-server-options)\.ts$/;

const kubectl = /\/src\/(?:node\/)?kubectl\//;
/** The programs that print usage and versions, and load what serves only when they serve. */
const light = /\/src\/node\/(?:run-program|run-api-server|envtest\/etcd)\.ts$/;

const forNode = /\/src\/node\//;

/**
 * Puts what a server loads when it starts into four chunks: what kubectl needs too, the rest of any server, what a
 * program serves besides, as controllers, and what is for Node alone. Otherwise each combination of entries that shares
 * a module gets a chunk of its own, and to find and open these takes a third of the time of a start.
 */
export function startChunk() {
  const [byServer, byProgram, byKubectl, isLight] = [server, program, kubectl, light].map(importedBy);
  return (id, graph) => {
    if (isLight(id, graph) || (forNode.test(id) && byKubectl(id, graph))) return null;
    const isOfServer = byServer(id, graph);
    if (!isOfServer && !byProgram(id, graph)) return null;
    if (byKubectl(id, graph)) return "base";
    if (isOfServer) return "server";
    return forNode.test(id) ? "program" : "world";
  };
}
