/**
 * The messages between a page and an embed, a Kubepad in a frame of it. All go through `postMessage`; each side checks
 * the origin and the source of what it hears and ignores what it does not know:
 *
 *     frame → page  { kubepad: 1, kind: "hello" }                            it can be started, also after a reload
 *     page → frame  { kubepad: 1, kind: "start", parameters: {…}, seed: […] }
 *     frame → page  { kubepad: 1, kind: "height", height: 412 }              whenever its content's height changes
 *     frame → page  { kubepad: 1, kind: "event", name: "ready", detail: {…} }
 */

/** The version of the messages, which each of them carries. Messages of other versions are ignored. */
const protocolVersion = 1;

/** What an embed shows and what its reader may do: the attributes of the element, and the query of the frame's URL. */
export const embedParameters = [
  /** An address of the page: `#/objects/core/v1/configmaps/default/settings?tab=ownership`. */
  "address",
  /** Instead of an address, the path of a request, an object, a collection or a watch. */
  "target",
  /** The rest of a request: its method, its body and the body's content type. */
  "method",
  "body",
  "type",
  /** A CEL expression; `body` has the values of its variables in YAML. */
  "expression",
  /** Lines of the terminal. Those that only read are run; the reader runs the others. */
  "commands",
  /** The user that requests are made as, and the user's groups, separated by commas. */
  "user",
  "groups",
  /** Present: the reader cannot change objects. */
  "readonly",
  /** Embeds of one page that name the same server share it. */
  "server",
  /** `browser` keeps the objects for the next visit, where the browser allows it. */
  "storage",
  /** Settings of the server, as the flags of kube-apiserver. */
  "emulated-version",
  "feature-gates",
  "runtime-config",
  "enable-admission-plugins",
  "disable-admission-plugins",
  /** The controllers that run, as kube-controller-manager's flag, and how many simulated nodes there are at first. */
  "controllers",
  "simulated-nodes",
  /** What is installed in the cluster at first: `metrics-server`, `metrics-adapter`. */
  "addons",
] as const;

export type EmbedParameter = (typeof embedParameters)[number];
export type EmbedParameters = Partial<Readonly<Record<EmbedParameter, string>>>;

/** The files that commands of the terminal find, by their names. */
export type EmbedFiles = Readonly<Record<string, string>>;

/** The objects that a server begins with: a list, or text in YAML or JSON. */
export type EmbedSeed = string | readonly Readonly<Record<string, unknown>>[];

export type EmbedTheme = "light" | "dark" | "system";

/** The messages from the page to the frame. */
export type HostMessage =
  | {
      readonly kind: "start";
      readonly parameters: EmbedParameters;
      readonly seed?: EmbedSeed | undefined;
      readonly files?: EmbedFiles | undefined;
    }
  | { readonly kind: "theme"; readonly theme: EmbedTheme }
  | { readonly kind: "show"; readonly address: string }
  | { readonly kind: "reset" };

/** What happens in an embed, by the names of the element's events. */
export interface EmbedEvents {
  /** The server answers, and its seed is there. */
  readonly ready: Record<never, never>;
  /** The reader sent a request. */
  readonly request: { readonly method: string; readonly target: string; readonly status: number };
  /** The reader went to another address within the embed. */
  readonly address: { readonly address: string };
  /** The server started again from its seed, because the frame that ran it was removed. */
  readonly restart: Record<never, never>;
  /** The server cannot be started, or the seed was rejected. */
  readonly failure: { readonly message: string };
}

/** The names of the events of `<kubepad-embed>`. */
export type EmbedEventName = keyof EmbedEvents;

/** One event with its detail. */
export type EmbedEvent = {
  [Name in EmbedEventName]: { readonly kind: "event"; readonly name: Name; readonly detail: EmbedEvents[Name] };
}[EmbedEventName];

/** The messages from the frame to the page. */
export type FrameMessage =
  | { readonly kind: "hello" }
  | { readonly kind: "height"; readonly height: number }
  | EmbedEvent;

/** A message as it is sent. */
export type Versioned<T> = T & { readonly kubepad: typeof protocolVersion };

export const withVersion = <T extends object>(message: T): Versioned<T> => ({ ...message, kubepad: protocolVersion });

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the fields of a message of this version. */
const fieldsOf = (message: unknown): Fields | undefined =>
  isFields(message) && message["kubepad"] === protocolVersion ? message : undefined;

/** The members that the detail of each event has, with their types. */
const details: { readonly [Name in EmbedEventName]: Readonly<Record<keyof EmbedEvents[Name], string>> } = {
  ready: {},
  request: { method: "string", target: "string", status: "number" },
  address: { address: "string" },
  restart: {},
  failure: { message: "string" },
};

const isEventName = (name: unknown): name is EmbedEventName => typeof name === "string" && Object.hasOwn(details, name);

const isDetail = (name: EmbedEventName, detail: unknown): boolean =>
  isFields(detail) && Object.entries(details[name]).every(([member, type]) => typeof detail[member] === type);

/** Reports whether a message is one that a frame sends. */
export function isFrameMessage(message: unknown): message is Versioned<FrameMessage> {
  const fields = fieldsOf(message);
  switch (fields?.["kind"]) {
    case "hello":
      return true;
    case "height":
      return Number.isFinite(fields["height"]);
    case "event":
      return isEventName(fields["name"]) && isDetail(fields["name"], fields["detail"]);
    default:
      return false;
  }
}

/** Parameters that this version does not know are let through, and not used. */
const isTexts = (value: unknown): boolean =>
  isFields(value) && Object.values(value).every((text) => typeof text === "string");

/** Reports whether a value can be what a server begins with; undefined begins with nothing. */
export const isSeed = (value: unknown): value is EmbedSeed | undefined =>
  value === undefined || typeof value === "string" || (Array.isArray(value) && value.every(isFields));

/** Reports whether a message is one that a page sends. */
export function isHostMessage(message: unknown): message is Versioned<HostMessage> {
  const fields = fieldsOf(message);
  switch (fields?.["kind"]) {
    case "start":
      return (
        isTexts(fields["parameters"]) &&
        isSeed(fields["seed"]) &&
        (fields["files"] === undefined || isTexts(fields["files"]))
      );
    case "theme":
      return fields["theme"] === "light" || fields["theme"] === "dark" || fields["theme"] === "system";
    case "show":
      return typeof fields["address"] === "string" && fields["address"].startsWith("#/");
    case "reset":
      return true;
    default:
      return false;
  }
}
