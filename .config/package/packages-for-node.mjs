import { builtinModules, createRequire } from "node:module";
import { esmExternalRequirePlugin } from "rolldown/plugins";

/** Packages of programs that have parts for Node alone. They are not loaded by what runs in pages. */
const forNode = /^(vscode-[a-z-]+\/node|@grpc\/.*)$/;

/** Node's own modules, which packages in CommonJS name without `node:`. */
export const nodeModules = [/^node:/, ...builtinModules.map((name) => new RegExp(`^${name}$`))];

/** Resolves packages for Node, and imports Node's own modules. What else is bundled is resolved as for a page. */
export const packagesForNode = () => [
  esmExternalRequirePlugin({ external: nodeModules }),
  {
    name: "packages-for-node",
    resolveId: (source, importer) =>
      forNode.test(source) && importer !== undefined ? createRequire(importer).resolve(source) : undefined,
  },
];
