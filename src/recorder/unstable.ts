import { isRecord } from "../apimachinery/is-record.ts";
import { parsePath } from "../client/snippets/parsed-path.ts";
import { anyOfTexts, type Form, type Pattern, patternOfPieces, type Piece, piecesOf } from "./pattern.ts";
import { parsedJson, type RecordedRequest, type RecordedStep, requestsOf, sentBody } from "./recording.ts";

const uid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`;
/** The letters of generated names and hashes (apimachinery's `rand.SafeEncodeString`). */
const safe = "[bcdfghjklmnpqrstvwxz2456789]";
const token = String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]+`;

/** Members that the schemas of the API say to be given by the server, by the end of their path without indexes. */
const unstableMembers: readonly (readonly [path: RegExp, form: Form])[] = [
  [/(?:^| )(?:metadata|ownerReferences|details|claimRef|involvedObject|regarding|related|preconditions) uid$/, "uid"],
  [/(?:^| )(?:metadata|claimRef|involvedObject|regarding|related) resourceVersion$/, "revision"],
  [/(?:^| )(?:\w*Time|\w*Timestamp)$/, "time"],
  [/(?:^| )(?:clusterIPs?|podIP|hostIP|podIPs ip|hostIPs ip|addresses address|loadBalancer ingress ip)$/, "address"],
  [/(?:^| )(?:nodePort|healthCheckNodePort)$/, "port"],
  [/ (?:pod-template-hash|controller-revision-hash|currentRevision|updateRevision)$/, "hash"],
  [/ (?:controller-uid|batch\.kubernetes\.io\/controller-uid)$/, "uid"],
  [/^status token$/, "token"],
  [/^spec nodeName$/, "name"],
  [/^metadata continue$/, "text"],
];

/** Values that an answer of the server has said first, so that they can be recognised elsewhere. */
const rememberedForms: ReadonlySet<Form> = new Set(["uid", "address", "hash", "name"]);

/** A value that a client has not chosen, where it was first seen. */
export interface KnownValue {
  readonly form: Form;
  /** The object that was answered with it. */
  readonly object: Readonly<Record<string, unknown>>;
  /** The member of the object, without indexes. */
  readonly path: readonly string[];
  /** The index of the step whose answer it was in. */
  readonly step: number;
}

/**
 * What of a recording differs each time: what the server gives by itself. It is recognised by schema, as members that
 * the server fills in, and by value: UUIDs, times, and what an earlier answer has given. What a user has written is
 * stable.
 */
export class Unstable {
  /** What users have written, in bodies. */
  readonly #written = new Set<string>();
  readonly #known = new Map<string, KnownValue>();
  readonly #taken: ReadonlyMap<string, string>;
  #inTexts: RegExp | undefined;

  /** `taken` are the values that a replay has taken so far, by their variables. It may grow later. */
  constructor(steps: readonly RecordedStep[], taken: ReadonlyMap<string, string> = new Map()) {
    this.#taken = taken;
    for (const [at, step] of steps.entries()) {
      for (const request of requestsOf(step)) this.#learn(request, at);
      if (step.kind === "events") for (const { object } of step.events) this.#learnObject(object, at);
    }
  }

  /** The values that the server has given, by value. */
  get known(): ReadonlyMap<string, KnownValue> {
    return this.#known;
  }

  #learn(request: RecordedRequest, step: number): void {
    const { method, target, answer } = request;
    const { name = "", resource = "" } = parsePath(target) ?? {};
    if (ofReplicaSet.test(name) && resource === "pods" && !this.#written.has(name))
      this.#remember(name, "name", ["metadata", "name"], { kind: "Pod" }, step);
    if (method !== "GET")
      eachScalar(sentBody(request), [], (value) => {
        if (!this.#known.has(String(value))) this.#written.add(String(value));
      });
    const said = parsedJson(answer);
    for (const object of objectsIn(said)) this.#learnObject(object, step);
    // a deletion is answered with a Status, whose details have the uid
    if (isRecord(said)) eachScalar(said["details"], ["details"], (value, path) => this.#take(value, path, said, step));
  }

  #learnObject(object: Readonly<Record<string, unknown>>, step: number): void {
    const { managedFields: _managed, ...metadata } = isRecord(object["metadata"]) ? object["metadata"] : {};
    if (isGenerated(metadata)) this.#remember(String(metadata["name"]), "name", ["metadata", "name"], object, step);
    eachScalar({ ...object, metadata }, [], (value, path) => this.#take(value, path, object, step));
  }

  #take(value: Scalar, path: readonly string[], object: Readonly<Record<string, unknown>>, step: number): void {
    const form = formOf(path);
    if (form === undefined || !rememberedForms.has(form) || typeof value !== "string" || value.length < 5) return;
    if (!this.#written.has(value) || form === "uid") this.#remember(value, form, path, object, step);
  }

  #remember(
    value: string,
    form: Form,
    path: readonly string[],
    object: Readonly<Record<string, unknown>>,
    step: number,
  ): void {
    if (this.#known.has(value)) return;
    this.#known.set(value, { form, object, path, step });
    this.#inTexts = undefined;
  }

  /** Returns a value with patterns for what differs each time. `path` leads to the value, without indexes. */
  pattern(value: unknown, path: readonly string[] = []): Pattern {
    if (Array.isArray(value)) return { kind: "list", items: value.map((item) => this.pattern(item, path)) };
    if (isRecord(value)) {
      const members = Object.entries(value).map(
        ([name, member]) => [name, this.pattern(member, [...path, name])] as const,
      );
      return { kind: "map", members };
    }
    if (typeof value === "boolean") return { kind: "scalar", value };
    if (typeof value !== "string" && typeof value !== "number") return { kind: "scalar", value: null };
    const form = formOf(path);
    const variable = form === undefined ? undefined : this.#taken.get(String(value));
    if (variable !== undefined) return { kind: "pieces", pieces: [{ kind: "variable", name: variable }] };
    const isOwn = form !== "uid" && form !== "revision" && this.#written.has(String(value));
    if (form !== undefined && !isOwn && value !== "" && value !== "None") return { kind: "any", form };
    return typeof value === "number" ? { kind: "scalar", value } : patternOfPieces(this.pieces(value));
  }

  /** Returns the pieces of a text: what the server has given, UUIDs, times and tokens are found in it. */
  pieces(text: string): readonly Piece[] {
    if (this.#written.has(text) && !this.#known.has(text)) return [{ kind: "text", text }];
    return piecesOf(text, this.#expression(), (found) => this.#piecesFor(found));
  }

  /** Returns the pieces of a line that kubectl has printed, in which ages and addresses differ as well. */
  linePieces(line: string): readonly Piece[] {
    const printed = new RegExp(`${ofOutput.source}|${this.#expression().source}`, "g");
    return piecesOf(line, printed, (found) =>
      this.#written.has(found) ? [{ kind: "text", text: found }] : this.#piecesFor(found),
    );
  }

  /** Returns a text for people, without the parts that differ each time. */
  shown(text: string): string {
    const pieces = piecesOf(text, this.#expression(), (found) => this.#without(found));
    return pieces.map((piece) => (piece.kind === "text" ? piece.text : "…")).join("");
  }

  /** What stands for a text that differs each time: its variable, or anything of its form. */
  #piecesFor(text: string): readonly Piece[] {
    const name = this.#taken.get(text);
    return name === undefined ? this.#without(text) : [{ kind: "variable", name }];
  }

  /** A generated name begins with what was asked for. */
  #without(text: string): readonly Piece[] {
    const known = this.#known.get(text);
    if (known?.form !== "name") return [{ kind: "any", form: this.#formOfText(text) }];
    const prefix = generateNameOf(known.object);
    const isPlain = prefix !== "" && text.startsWith(prefix) && !ofReplicaSet.test(text);
    return isPlain
      ? [
          { kind: "text", text: prefix },
          { kind: "any", form: "hash" },
        ]
      : [{ kind: "any", form: "name" }];
  }

  #expression(): RegExp {
    if (this.#inTexts !== undefined) return this.#inTexts;
    const [whole, end] = ["(?<![A-Za-z0-9])", "(?![A-Za-z0-9])"];
    const known = anyOfTexts(this.#known.keys());
    const hashes = anyOfTexts([...this.#known].flatMap(([value, { form }]) => (form === "hash" ? [value] : [])));
    const given = [
      // the name of a pod that no answer has told ends with the hash of its template and five letters
      ...(hashes === undefined ? [] : [`${whole}(?:${hashes})-${safe}{5}${end}`]),
      ...(known === undefined ? [] : [`${whole}(?:${known})${end}`]),
    ];
    return (this.#inTexts = new RegExp([...given, uid, time, token].join("|"), "g"));
  }

  #formOfText(text: string): Form {
    const known = this.#known.get(text)?.form;
    if (known !== undefined) return known;
    return textForms.find(([pattern]) => pattern.test(text))?.[1] ?? "text";
  }
}

/** The name of a pod of a Deployment. */
const ofReplicaSet = new RegExp(`-${safe}{8,10}-${safe}{5}$`);

/** Ages, addresses, ports of nodes, and names of pods and replica sets, as kubectl prints them. */
const ofOutput = new RegExp(
  [
    String.raw`(?<=resourceVersion"?: "?)\d+`,
    String.raw`(?<![\w.-])(?:\d+(?:\.\d+)?(?:ms|[smhdy]))+(?![\w.-])`,
    String.raw`(?<![\d.])(?!10\.96\.0\.1(?!\d))\d{1,3}(?:\.\d{1,3}){3}(?![\d.])`,
    String.raw`(?<=:)3[0-2]\d{3}(?=/(?:TCP|UDP|SCTP))`,
    `(?<=[a-z0-9]-)${safe}{8,10}-${safe}{5}(?![\\w-])`,
    `(?<=[a-z0-9]-)(?=\\S*\\d)${safe}{8,10}(?![\\w-])`,
  ].join("|"),
);

const textForms: readonly (readonly [pattern: RegExp, form: Form])[] = [
  [new RegExp(`^${uid}$`), "uid"],
  [new RegExp(`^${time}$`), "time"],
  [new RegExp(`^${token}$`), "token"],
  [/^(?:\d+(?:\.\d+)?(?:ms|[smhdy]))+$/, "age"],
  [/^\d{1,3}(?:\.\d{1,3}){3}$/, "address"],
  [/^3[0-2]\d{3}$/, "port"],
  [/^\d+$/, "revision"],
  [new RegExp(`^${safe}{8,10}(?:-${safe}{5})?$`), "hash"],
];

function generateNameOf({ metadata }: Readonly<Record<string, unknown>>): string {
  const prefix = isRecord(metadata) ? metadata["generateName"] : undefined;
  return typeof prefix === "string" ? prefix : "";
}

/** Whether the server or a controller has made up the name of an object. */
function isGenerated({ name, generateName, ownerReferences }: Readonly<Record<string, unknown>>): boolean {
  if (typeof name !== "string") return false;
  if (typeof generateName === "string" && generateName !== "") return name.startsWith(generateName);
  const isOwned =
    Array.isArray(ownerReferences) && ownerReferences.some((owner) => isRecord(owner) && owner["controller"] === true);
  return isOwned && new RegExp(`-(?:${safe}{5}|${safe}{8,10})$`).test(name);
}

/** Returns the form of a member by its path. */
function formOf(path: readonly string[]): Form | undefined {
  const text = path.join(" ");
  return unstableMembers.find(([end]) => end.test(text))?.[1];
}

type Scalar = string | number | boolean | null;

/** Calls a function for every scalar in a value, with its path without indexes. */
function eachScalar(
  value: unknown,
  path: readonly string[],
  call: (value: Scalar, path: readonly string[]) => void,
): void {
  if (Array.isArray(value)) for (const item of value) eachScalar(item, path, call);
  else if (isRecord(value))
    for (const [name, member] of Object.entries(value)) eachScalar(member, [...path, name], call);
  else if (value !== undefined) call(value as Scalar, path);
}

/** Returns the objects in an answer: the object, or the items of a list. */
export function objectsIn(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (!isRecord(answer) || answer["kind"] === "Status") return [];
  return Array.isArray(answer["items"]) ? answer["items"].filter(isRecord) : [answer];
}
