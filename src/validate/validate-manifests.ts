import { asKubeObject } from "../apimachinery/meta.ts";
import { isAbout, type ExpectedObject } from "./expectations-file.ts";
import { objectNameOf, readManifests, type ReadFile } from "./manifest.ts";
import { placeOfUnreadable, Places } from "./places.ts";
import { allFindings, type Finding, type SourceFile, type ValidationReport } from "./report.ts";
import { errorAt, Reporter, warningAt } from "./reporter.ts";
import { writtenSteps } from "./written-field.ts";
import { Validation, type SendOptions, type ValidationServer } from "./validation.ts";

/** What is validated, and beside what. */
export interface ValidationInput {
  /** Files, or what a kustomization is built to. */
  readonly files: readonly (SourceFile | ReadFile)[];
  /** Policies, definitions and the like that hold for the files. They are validated, too. */
  readonly policies?: readonly SourceFile[];
  /** The objects that are there before: parameters, quotas, names that are taken. */
  readonly context?: readonly SourceFile[];
  /** The earlier state of the files: each object is changed from that to the present one. */
  readonly updateFrom?: readonly (SourceFile | ReadFile)[];
  /** What must come of objects, beside what comments in their documents say. */
  readonly expected?: readonly ExpectedObject[] | undefined;
}

/** The options of a validation. */
export interface ValidationOptions extends Partial<SendOptions> {
  readonly signal?: AbortSignal;
  /** Called after each object. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** How objects are sent if nothing else is said. */
export const sendDefaults: SendOptions = {
  as: "apply",
  namespace: "default",
  fieldManager: "",
  user: "",
  groups: [],
  strictNamespaces: false,
};

/**
 * Puts the objects of files into a fresh server, and reports what it says of each, at the lines of the files.
 * `server` is used up by it.
 */
export async function validateManifests(
  server: ValidationServer,
  { files, policies = [], context = [], updateFrom = [], expected = [] }: ValidationInput,
  { signal = new AbortController().signal, onProgress, ...options }: ValidationOptions = {},
): Promise<ValidationReport> {
  const send = { ...sendDefaults, ...options };
  const validation = new Validation(server, send, signal);
  const places = new Places();
  const surroundings = join(context.map((file) => readManifests(file)));
  const before = join(updateFrom.map(asRead));
  const read = withExpectations(join(withoutSame([...policies, ...files]).map(asRead)), expected, send.namespace);
  const problems: Finding[] = [surroundings, before, read].flatMap(({ unreadable }) =>
    unreadable.map((each) => errorAt(placeOfUnreadable(places, each), each.message)),
  );
  const objects = surroundings.manifests.map(({ object }) => asKubeObject(object));
  const [first] = surroundings.manifests;
  for (const message of await validation.surround(objects))
    if (first !== undefined)
      problems.push(errorAt(places.of(first, []), `the surroundings cannot be made: ${message}`));
  for await (const [manifest, { complaints }] of validation.send(before.manifests))
    for (const complaint of complaints)
      problems.push(
        warningAt(
          places.of(manifest, writtenSteps(manifest.object, complaint)),
          `the earlier state is refused: ${complaint.message}`,
        ),
      );
  const reporter = new Reporter(read.manifests, places, { namespace: send.namespace });
  const total = read.manifests.length;
  let done = 0;
  for await (const [manifest, answer] of validation.send(read.manifests)) {
    reporter.add(manifest, answer);
    onProgress?.({ done: ++done, total });
  }
  const reports = reporter.inOrder();
  const errors = allFindings({ objects: reports, problems }).some(({ level }) => level === "error");
  return { objects: reports, problems, passed: !errors };
}

/** Files without those that are there before by the same name with the same text. */
const withoutSame = (files: readonly (SourceFile | ReadFile)[]): readonly (SourceFile | ReadFile)[] => {
  const texts = new Map<string, string>();
  return files.filter((file) => {
    if ("manifests" in file || texts.get(file.name) === file.text) return "manifests" in file;
    texts.set(file.name, file.text);
    return true;
  });
};

const asRead = (file: SourceFile | ReadFile): ReadFile => ("manifests" in file ? file : readManifests(file));

const withExpectations = (
  { manifests, unreadable }: ReadFile,
  expected: readonly ExpectedObject[],
  namespace: string,
): ReadFile => ({
  unreadable,
  manifests: manifests.map((manifest) => {
    const more = expected
      .filter((entry) => isAbout(entry, objectNameOf(manifest.object), namespace))
      .map(({ expectation }) => expectation);
    return more.length === 0 ? manifest : { ...manifest, expectations: [...manifest.expectations, ...more] };
  }),
});

const join = (files: readonly ReadFile[]): ReadFile => ({
  manifests: files.flatMap(({ manifests }) => manifests),
  unreadable: files.flatMap(({ unreadable }) => unreadable),
});
