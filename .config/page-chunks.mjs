/** Returns what reports whether a module is imported statically by one whose id matches `root`, or is one. */
export function importedBy(root) {
  /** What is known of the modules of a build: those of the workers run with the same configuration. */
  const graphs = new WeakMap();
  const reaches = (id, graph) => {
    const known = graphs.get(graph) ?? new Map();
    graphs.set(graph, known);
    if (known.has(id)) return known.get(id);
    known.set(id, false); // preliminary result, for import cycles
    const found =
      root.test(id) || (graph.getModuleInfo(id)?.importers.some((importer) => reaches(importer, graph)) ?? false);
    known.set(id, found);
    return found;
  };
  return reaches;
}

const entryModule = /\/src\/ui\/main\.tsx$/;
/** The modules that the page's entry loads, for the whole page or for an embed. */
export const shellModule = /\/src\/ui\/render\.tsx$/;
export const embedModule = /\/src\/ui\/embed\/start-embed\.tsx$/;

/** The programs of the shell that are loaded when they are first used, each a chunk of its own. */
export const openssl = /\/src\/kubectl\/openssl\//;
/** The commands and expansions of the shell itself that are loaded when they are first used, and scripts. */
export const builtins =
  /\/src\/kubectl\/shell\/(?:arithmetic|braces|bracket-condition|builtins|condition|expand|file-tools|glob|printf|read-line|scripts|tool-lines)\.ts/;
/** The programs that work on lines and files, which the shell loads when they are first used. */
export const programs = /\/src\/kubectl\/shell\/(?:programs\/|(?:filters|grep|sed|tool-options|xargs)\.ts)/;
/** The parts of kubectl that are loaded when they are first used; all others are loaded with its shell. */
const describe = /\/src\/kubectl\/commands\/describe\/(?!describe-parts)/;
export const kustomize = /\/src\/kubectl\/kustomize\//;
export const rareParts =
  /\/src\/kubectl\/(?:go-template\/|kyaml\/|cli\/kuberc|commands\/(?:apply\/(?:apply-set|diff)|auth\/reconcile|cluster\/cluster-info-dump|config\/|explain\/explain-openapi-v2|pods\/debug)|output\/(?:diff-program|unified-diff)|resource\/validate-manifest)/;
/**
 * The causes of states and of refusals, without what tells a state in a list, what an object refers to, and the rule
 * that a refused request lacks.
 */
export const causes =
  /\/src\/(?:kubectl\/(?:why|hints)|diagnosis)\/(?!(?:summarize|own-state|conditions|fields|claim-size|quota-use|container-view|words|references|known-kinds|object-id|event-view|evidence-words|refused\/missing-rule)\.ts)/;
const apiRules =
  "(?:called-service|definitions|flow-schemas|ingresses|policy-bindings|rbac|rules-of-matching|table-of-apis|webhooks-and-policies)\\.ts";
/** What explains states of the kinds that extend, guard and share the API. */
export const apiCauses = new RegExp(`/src/diagnosis/rules/${apiRules}`);
const limitRules = "(?:autoscaling|disruption|network|quota|runtime-classes|table-of-limits)\\.ts";
/** What explains states of the kinds that limit, scale and isolate others. */
export const limitCauses = new RegExp(`/src/diagnosis/rules/${limitRules}`);
/** What explains states of objects alone, and refused requests alone: the rest of the causes is for both. */
export const stateCauses = new RegExp(
  `/src/(?:kubectl/why/|diagnosis/(?:diagnose\\.ts|rules/(?!refused-create|refusing-webhook|${apiRules}|${limitRules})))`,
);
export const refusalCauses =
  /\/src\/(?:kubectl\/hints\/|diagnosis\/(?:diagnose-status\.ts|refused\/(?!missing-rule|bad-selector|cost-budget|json-patch|mends|mistyped-object)))/;
/** What explains refusals that are rare: rules that cost too much, patches that fail, other values. */
export const rareCauses = /\/src\/diagnosis\/refused\/(?:bad-selector|cost-budget|json-patch|mistyped-object)/;
/** What satisfies validators, which is loaded with the first object that is invalid. */
export const mendCauses = /\/src\/diagnosis\/refused\/mends/;
/** What runs in the containers of simulated nodes, without what loads it, and the commands that reach them alone. */
export const containers =
  /\/src\/kubectl\/(?:containers\/(?!lazy-containers)|commands\/(?:cluster\/proxy|pods\/(?:cp|port-forward|run-attached))\.ts)/;
/** Texts for shells outside of the page. */
const shellTexts = /\/src\/kubectl\/(?:commands\/settings\/(?:completion|options)\.ts|completion\/answer-shell)/;
/** What patches and managed fields are computed with, by kubectl and kustomize as by the server. */
const patches = /\/src\/(?:apiserver\/patch|structured-merge-diff)\//;
const commands =
  /\/src\/kubectl\/(?!shell\/(?!(?:executables|expander|run-tool|shell|variables|wait)\.ts)|kubectl-error)/;

function kubectlPart(id) {
  if (describe.test(id)) return "kubectl-describe";
  if (kustomize.test(id)) return "kustomize";
  if (openssl.test(id)) return "openssl";
  if (builtins.test(id)) return "shell-builtins";
  if (programs.test(id)) return "shell-programs";
  if (apiCauses.test(id)) return "causes-of-apis";
  if (limitCauses.test(id)) return "causes-of-limits";
  if (stateCauses.test(id)) return "causes-of-states";
  if (rareCauses.test(id)) return "causes-of-rare-refusals";
  if (mendCauses.test(id)) return "causes-of-invalid-objects";
  if (refusalCauses.test(id)) return "causes-of-refusals";
  if (causes.test(id)) return "causes";
  if (shellTexts.test(id)) return "kubectl-texts";
  if (containers.test(id)) return "kubectl-containers";
  if (rareParts.test(id)) return "kubectl-rare";
  if (patches.test(id)) return "kubectl-base";
  return commands.test(id) ? "kubectl" : null;
}

/**
 * Puts kubectl into few chunks: one for each command would be half again as long when compressed. A module that only
 * they import goes with them. What lessons need of its shell stays apart. No chunk imports another
 * one in a circle: a module would then find nothing of those that have not run yet.
 */
export function kubectlChunk() {
  const known = new Map();
  const chunkOf = (id, graph) => {
    if (known.has(id)) return known.get(id);
    known.set(id, null); // preliminary result, for import cycles
    const importers = graph.getModuleInfo(id)?.importers ?? [];
    const chunk = kubectlPart(id) ?? sharedPart(id, new Set(importers.map((each) => chunkOf(each, graph))));
    known.set(id, chunk);
    return chunk;
  };
  return chunkOf;
}

/** The chunk of a module that is imported by chunks of kubectl alone: only the base is imported by all others. */
function sharedPart(id, importers) {
  if (importers.size === 0 || importers.has(null)) return null;
  const [first] = importers;
  if (importers.size === 1 && first !== "kubectl") return first;
  if ([...importers].every((importer) => importer.startsWith("causes"))) return "causes";
  return /\/src\/kubectl\//.test(id) ? "kubectl" : "kubectl-base";
}

/**
 * Puts the modules that the whole page and embeds load at once into one chunk, and those of the whole page alone into
 * another. Otherwise each combination of views that shares a module gets a chunk of its own.
 */
export function pageChunk() {
  const [byEntry, byShell, byEmbed] = [entryModule, shellModule, embedModule].map(importedBy);
  return (id, graph) => {
    if (byEntry(id, graph) || !byShell(id, graph)) return null;
    return byEmbed(id, graph) ? "page" : "shell";
  };
}

/**
 * What views share, by layer: a chunk of one imports only those after it. Modules of other folders that views share are
 * chunks of their own, since few views need them.
 */
const sharedLayers = [
  ["widgets", /\/src\/ui\/(?!features\/)|\/node_modules\/(?:@base-ui|@floating-ui|@tanstack)\//],
  ["sharing", /\/src\/(?:share|recorder|embed)\//],
  ["states", /\/src\/diagnosis\//],
  ["objects", /\/src\/(?:apimachinery|component-base|component-helpers|client|assist)\//],
];

/** From how many parts of the page that are loaded by themselves a module goes into a shared chunk. */
const fewestParts = 4;

/** Reports whether so many modules that are loaded by themselves import a module statically, or are it. */
function isShared(id, graph) {
  let parts = 0;
  const importers = new Set([id]);
  for (const each of importers) {
    const info = graph.getModuleInfo(each);
    if (info?.isEntry || info?.dynamicImporters.length > 0) parts += 1;
    if (parts === fewestParts) return true;
    for (const importer of info?.importers ?? []) importers.add(importer);
  }
  return false;
}

/**
 * Puts the modules that several views import into one chunk for each layer. Otherwise each combination of views gets
 * a chunk, most of them of a few hundred bytes, and opening a view takes dozens of requests. What embeds load at once
 * is apart, so that they load nothing else.
 */
export function sharedChunk() {
  const [byEntry, byEmbed] = [entryModule, embedModule].map(importedBy);
  return (id, graph) => {
    const [name] = sharedLayers.find(([, modules]) => modules.test(id)) ?? [];
    if (name === undefined || byEntry(id, graph) || !isShared(id, graph)) return null;
    return byEmbed(id, graph) ? "embedded" : name;
  };
}
