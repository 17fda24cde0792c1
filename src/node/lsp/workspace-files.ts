import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { fileNames } from "../../kubectl/kustomize/build.ts";
import type { Target } from "../../lsp/judge.ts";
import type { Workspace } from "../../lsp/language-server.ts";
import { readKustomization } from "../../validate/kustomization.ts";
import { readManifests, type Manifest } from "../../validate/manifest.ts";
import { manifestsBelow, readFiles } from "../manifest-sources.ts";
import { diskTree, filesOf, type Tree } from "../tree.ts";

/** What holds for all documents, beside what the folders have. */
export interface WorkspaceOptions {
  /** Paths of policies, definitions and the like. */
  readonly policies: readonly string[];
  /** Paths of objects that are there before. */
  readonly context: readonly string[];
}

type Below = ReturnType<typeof manifestsBelow>;

const scheme = "file:";
const pathOf = (uri: string): string => resolve(fileURLToPath(uri));

/** The most kustomizations that a document is judged with. */
const mostKustomizations = 4;

/** The files of the disk below the folders of an editor, with the texts of open documents in place of theirs. */
export class WorkspaceFiles implements Workspace {
  readonly #options: WorkspaceOptions;
  #roots: readonly string[] = [];
  readonly #below = new Map<string, Below>();
  #shared: readonly Manifest[] | undefined;
  /** What files were read to, with their texts. */
  readonly #read = new Map<string, { readonly text: string; readonly manifests: readonly Manifest[] }>();
  readonly #texts = new Map<string, string>();

  constructor(options: WorkspaceOptions) {
    this.#options = options;
  }

  open(folders: readonly string[]): void {
    this.#roots = folders.filter((uri) => uri.startsWith(scheme)).map(pathOf);
  }

  refresh(): void {
    this.#below.clear();
    this.#texts.clear();
    this.#shared = undefined;
  }

  nameOf(uri: string): string {
    if (!uri.startsWith(scheme)) return uri;
    const path = pathOf(uri);
    const root = this.#rootOf(path);
    return root === undefined ? path : relative(root, path);
  }

  uriOf(file: string): string {
    if (/^[a-z][a-z\d+.-]+:/i.test(file)) return file;
    const root = this.#roots.find((each) => diskTree.kindOf(join(each, file)) !== undefined) ?? ".";
    return pathToFileURL(resolve(root, file)).href;
  }

  targetsOf(document: TextDocument, documents: readonly TextDocument[]): readonly Target[] {
    const { uri } = document;
    const name = this.nameOf(uri);
    const own: Target = {
      key: uri,
      read: (known) => Promise.resolve(readManifests({ name, text: document.getText() }, known)),
      surroundings: this.#sharedManifests(),
    };
    const root = uri.startsWith(scheme) ? this.#rootOf(pathOf(uri)) : undefined;
    if (root === undefined) return [own];
    const tree = this.#treeOf(root, documents);
    const below = this.#below.get(root) ?? manifestsBelow(tree, ".");
    this.#below.set(root, below);
    const around = kustomizationAround(tree, name);
    if (around !== undefined)
      return below.kustomizations
        .filter((folder) => below.partsOf(folder).has(around))
        .slice(0, mostKustomizations)
        .map((folder) => ({
          key: join(root, folder),
          read: (known) => readKustomization(filesOf(tree), folder, known),
          surroundings: this.#sharedManifests(),
        }));
    const others = below.files.filter((file) => file !== name);
    const manifests = others.flatMap((file) => this.#manifestsOf(tree, root, file));
    return [{ ...own, surroundings: [...own.surroundings, ...manifests] }];
  }

  #rootOf(path: string): string | undefined {
    return this.#roots.find((root) => path.startsWith(`${root}${sep}`));
  }

  /** The files below a folder, by their paths from it; those on the disk are read once until `refresh`. */
  #treeOf(root: string, documents: readonly TextDocument[]): Tree {
    const open = new Map(
      documents.filter(({ uri }) => uri.startsWith(scheme)).map((each) => [pathOf(each.uri), each] as const),
    );
    const read = (path: string): string => {
      const text = this.#texts.get(path) ?? diskTree.read(path);
      this.#texts.set(path, text);
      return text;
    };
    return {
      kindOf: (path) => (open.has(join(root, path)) ? "file" : diskTree.kindOf(join(root, path))),
      read: (path) => open.get(join(root, path))?.getText() ?? read(join(root, path)),
      below: (folder, isWanted) => diskTree.below(join(root, folder), isWanted).map((file) => relative(root, file)),
    };
  }

  #sharedManifests(): readonly Manifest[] {
    const { policies, context } = this.#options;
    this.#shared ??= readFiles([...policies, ...context]).flatMap((file) => readManifests(file).manifests);
    return this.#shared;
  }

  #manifestsOf(tree: Tree, root: string, file: string): readonly Manifest[] {
    const text = tree.read(file);
    const path = join(root, file);
    const known = this.#read.get(path);
    if (known?.text === text) return known.manifests;
    const { manifests } = readManifests({ name: file, text, isFound: true });
    this.#read.set(path, { text, manifests });
    return manifests;
  }
}

/** The nearest folder around a file that has a kustomization. */
function kustomizationAround(tree: Tree, file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (fileNames.some((name) => tree.kindOf(join(folder, name)) === "file")) return folder;
    if (folder === ".") return undefined;
  }
}
