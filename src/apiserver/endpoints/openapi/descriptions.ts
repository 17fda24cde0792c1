/** Documentation of built-in types, their fields and of query parameters; undefined where there is none. */
export interface Descriptions {
  type(definition: string): string | undefined;
  field(definition: string, field: string): string | undefined;
  /** By kind of options and name: `ListOptions`, `limit`. `Path` has the texts of path parameters. */
  parameter(options: string, name: string): string | undefined;
}

/**
 * The generated texts: a line per model or kind of options, `Name 3\tfield 1f\t...`, with base-36 numbers into `texts`.
 */
export interface DescriptionsPack {
  readonly models: string;
  readonly parameters: string;
  readonly texts: readonly string[];
}

interface Line {
  readonly text: string | undefined;
  readonly members: ReadonlyMap<string, string>;
}

/** Reads a pack; lines are split when first asked for. */
function createDescriptions({ models, parameters, texts }: DescriptionsPack): Descriptions {
  const textAt = (number: string | undefined): string | undefined =>
    number === undefined ? undefined : texts[Number.parseInt(number, 36)];
  const model = createLines(models, textAt);
  const options = createLines(parameters, textAt);
  const modelOf = (definition: string): Line | undefined => {
    const [inGroup, inVersion] = modelNames(definition);
    return model(inGroup) ?? model(inVersion);
  };
  return {
    type: (definition) => modelOf(definition)?.text,
    field: (definition, field) => modelOf(definition)?.members.get(field),
    parameter: (kind, name) => options(kind)?.members.get(name),
  };
}

/** `CoreV1Event` and `V1Event` of `io.k8s.api.core.v1.Event`: client libraries add the group where names clash. */
function modelNames(definition: string): readonly [string, string] {
  const [name = "", version = "", group = ""] = definition.split(".").reverse();
  return [capitalize(group) + capitalize(version) + name, capitalize(version) + name];
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function createLines(
  pack: string,
  textAt: (number: string | undefined) => string | undefined,
): (name: string) => Line | undefined {
  const sources = new Map(pack.split("\n").map((line) => [line.slice(0, line.search(/[ \t]/)), line]));
  const lines = new Map<string, Line>();
  return (name) => {
    const known = lines.get(name);
    const source = sources.get(name);
    if (known !== undefined || source === undefined) return known;
    const line = parseLine(source, textAt);
    lines.set(name, line);
    return line;
  };
}

function parseLine(source: string, textAt: (number: string | undefined) => string | undefined): Line {
  const [head = "", ...rest] = source.split("\t");
  const members = rest.map((member): [string, string] => {
    const [name = "", number] = member.split(" ");
    return [name, textAt(number) ?? ""];
  });
  return { text: textAt(head.split(" ")[1]), members: new Map(members) };
}

/** Loads the texts, which are a chunk of their own. */
export const loadDescriptions = async (): Promise<Descriptions> =>
  createDescriptions(await import("./generated/descriptions.ts"));
