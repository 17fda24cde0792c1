import type { FaultRule } from "../client/faults.ts";
import type { AddonName } from "../client/addons.ts";
import type { ApiObject } from "../client/object-client.ts";
import type { WatchStory } from "./labs.ts";

/** A node of prose: of a Markdown syntax tree as mdast has it. */
export interface MarkdownNode {
  readonly type: string;
  readonly value?: string | null;
  readonly children?: readonly MarkdownNode[];
}

/** Where a text stands in a file: its line, from 1, and its offsets. */
export interface Place {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** The parts of a webhook's answer, each written as a CEL expression over `request`; "" if it is left out. */
export interface LessonWebhook {
  readonly allowed: string;
  readonly message: string;
  readonly patch: string;
  readonly warnings: string;
  readonly auditAnnotations: string;
}

/** What a command line in a container prints, and how it ends. */
export interface ScriptedProgram {
  /** The command line; `*` stands for any characters. */
  readonly run: string;
  /** The pods that have it, by the beginning of their names; "" for all. */
  readonly pod: string;
  readonly prints: string;
  readonly exitCode: number;
}

/** What the server of a lesson is started with. */
export interface LessonServer {
  /** The release to act as: `1.33`; "" for the server's own. */
  readonly release: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** In the format of kube-apiserver's `--runtime-config`. */
  readonly runtimeConfig: string;
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
  /** Whether controllers run, or which, as kube-controller-manager's `--controllers` names them. */
  readonly controllers: boolean | readonly string[];
  /** What is installed in the cluster besides: the objects of addons come before those of the seed. */
  readonly addons: readonly AddonName[];
  /** How much faster than the machine's time the time of the objects and controllers passes. */
  readonly speed: number;
  /** What admission webhooks answer, by the name of the webhook. */
  readonly webhooks: Readonly<Record<string, LessonWebhook>>;
  /**
   * What conversion webhooks change in an object: a merge patch, as a CEL expression over `object` and
   * `desiredAPIVersion`, by the name of the definition.
   */
  readonly conversions: Readonly<Record<string, string>>;
  /** The objects with which a second server begins that answers for an APIService, by the name of the APIService. */
  readonly extensions: Readonly<Record<string, readonly ApiObject[]>>;
  /** The members of an audit policy; undefined if the lesson has none. */
  readonly auditPolicy: Readonly<Record<string, unknown>> | undefined;
  /** Users in kube-apiserver's CSV format; without them, a request without a token is of system:masters. */
  readonly tokens: string;
}

/** A view of a lesson's server, beside the lesson. */
export type LessonView = "log" | "ownership" | "watch" | "cel" | "definition" | "policy" | "terminal" | "world";

/** The front matter of a lesson. */
export interface FrontMatter {
  readonly title: string;
  readonly section: string;
  readonly level: "" | "beginner" | "intermediate" | "advanced";
  /** How long a reader takes; 0 if the file does not say. */
  readonly minutes: number;
  /** Whether the file is a course: a list of lessons. */
  readonly course: boolean;
  /** The view that shows the effect of the steps best; "" if none does. */
  readonly view: LessonView | "";
  readonly server: LessonServer;
  /** The objects that exist when the lesson begins. */
  readonly seed: readonly ApiObject[];
  /** The files that stand for addresses, and for paths in the folder of the command lines. */
  readonly files: Readonly<Record<string, string>>;
  /** What command lines in containers print. */
  readonly programs: readonly ScriptedProgram[];
  /** The lines of the members: `server`, `server.release`, and `seed.0` for the first object. */
  readonly lines: ReadonlyMap<string, number>;
}

/**
 * A lesson: a Markdown file in reading order, and the steps in it. A page is documentation that was not written as a
 * lesson: its outputs are compared with the tolerance of readers.
 */
export interface Lesson extends FrontMatter {
  /** The name of the file, for reports. */
  readonly file: string;
  readonly kind: "lesson" | "page";
  /** The command lines that do not run, in order. */
  readonly notRun: readonly NotRun[];
  readonly blocks: readonly LessonBlock[];
  readonly steps: readonly Step[];
  readonly goals: readonly Goal[];
}

/** A command line that does not run. */
export interface NotRun {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

/** A part of a lesson: prose without HTML, a step, what is expected of one, a question before one, or a goal. */
export type LessonBlock =
  | { readonly kind: "prose"; readonly node: MarkdownNode }
  | { readonly kind: "step"; readonly step: number }
  | { readonly kind: "expectation"; readonly step: number; readonly expectation: number }
  | { readonly kind: "prediction"; readonly step: number }
  | { readonly kind: "goal"; readonly goal: number };

/** What is to hold of the world, whatever way leads there. */
export interface Goal {
  readonly index: number;
  /** The heading above it. */
  readonly title: string;
  readonly line: number;
  readonly parts: readonly WantedObject[];
  /** What helps, from little to much. */
  readonly hints: readonly MarkdownNode[];
  readonly way: GoalWay;
}

/** A solution of a goal: its text, and its steps from the first one to before the end. */
export interface GoalWay {
  readonly blocks: readonly LessonBlock[];
  readonly first: number;
  readonly end: number;
}

/** What is to hold of the objects of a kind. */
export interface WantedObject {
  readonly place: Place;
  /** The comment at its beginning: what it says, for readers. */
  readonly words: string;
  /** By name; any objects of the kind in the namespace; or a review, which is sent to be answered. */
  readonly kind: "named" | "any" | "review";
  /** Whether there is to be none. */
  readonly gone: boolean;
  /** How many there are to be; undefined for at least one. */
  readonly count: number | undefined;
  readonly expected: ExpectedPart<"map">;
}

/** Something that a lesson does, and what it expects. */
export interface Step {
  readonly index: number;
  /** The heading above it. */
  readonly title: string;
  readonly line: number;
  /** The text of its block, which a reader may change, and where that stands in the file. */
  readonly source: string;
  readonly place: Place;
  readonly action: Action;
  readonly options: StepOptions;
  readonly expectations: readonly Expectation[];
  readonly prediction: Prediction | undefined;
  /** The rows of the table before it, for each of which it runs. */
  readonly cases: readonly Case[] | undefined;
}

/** The words after the language of a block. */
export interface StepOptions {
  /** The user who is impersonated, and the groups. */
  readonly as: string;
  readonly groups: readonly string[];
  /** The field manager. */
  readonly manager: string;
  readonly force: boolean;
  readonly dryRun: boolean;
  /** The level of field validation; "" for the server's default. */
  readonly validate: string;
  readonly subresource: string;
  /** Whether the step is repeated until what is expected holds. */
  readonly until: boolean;
  /** How often it is sent. */
  readonly repeat: number;
  /** The name under which a watch stays open, or that events are read from. */
  readonly watch: string;
  /** Whether the body is written as hexadecimal bytes. */
  readonly hex: boolean;
  /** How many objects are to be as the block says; undefined for at least one. */
  readonly count: number | undefined;
  /** Whether no object is to be as the block says. */
  readonly gone: boolean;
  /** The path of a file in the folder of the command lines. */
  readonly file: string;
  /** The Go type that an object is validated as, the options that are enabled, and the release of validation-gen. */
  readonly type: string;
  readonly enabled: readonly string[];
  readonly release: string;
}

export type Action =
  | { readonly kind: "request"; readonly request: RequestText }
  | { readonly kind: "manifests"; readonly verb: ManifestVerb; readonly text: string }
  | { readonly kind: "wait"; readonly wanted: readonly WantedObject[] }
  | { readonly kind: "events" }
  /** With `tolerant`, outputs are compared as readers of a page do. */
  | { readonly kind: "commands"; readonly commands: readonly CommandLine[]; readonly tolerant: boolean }
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  /** Puts rules of faults into effect in place of those before. */
  | { readonly kind: "faults"; readonly rules: readonly FaultRule[] }
  /** Runs the orders of a race: what the YAML of the block holds. */
  | { readonly kind: "race"; readonly race: unknown }
  /** Does something in a fork of the lesson's world: what the block says, in which values are put. */
  | { readonly kind: "fork"; readonly text: string }
  | { readonly kind: "watch-lab"; readonly story: WatchStory }
  | { readonly kind: "types"; readonly source: string }
  | { readonly kind: "validate"; readonly text: string };

export type ManifestVerb = "create" | "apply" | "replace" | "delete";

/** A request as it is written, with the names of values in it: `${name}`. */
export interface RequestText {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** A line for a command line, with the lines that continue it, and what it prints. */
export interface CommandLine {
  readonly line: number;
  readonly text: string;
  readonly output: readonly ExpectedLine[];
  /** Whether it is for a shell in a container, which a line before it opens. */
  readonly inside?: boolean;
}

/** A question before a step, with answers of which one is right. */
export interface Prediction {
  readonly place: Place;
  readonly choices: readonly PredictedAnswer[];
}

export interface PredictedAnswer {
  readonly text: string;
  readonly right: boolean;
  readonly place: Place;
  /** The status that the answer begins with, if it does. */
  readonly status: number | undefined;
}

/** A row of a table of cases: its texts by column. */
export interface Case {
  readonly line: number;
  readonly cells: ReadonlyMap<string, ExpectedText>;
}

/** What an answer is to be like; only what is named is compared. */
export interface Expectation {
  readonly place: Place;
  readonly status: { readonly text: string; readonly place: Place } | undefined;
  readonly headers: readonly { readonly name: string; readonly value: ExpectedText }[];
  readonly content: ExpectedContent | undefined;
}

export type ExpectedContent =
  | { readonly kind: "value"; readonly value: Expected }
  | { readonly kind: "events"; readonly events: readonly Expected[] }
  /** The entries that a request makes in the audit log: a list. */
  | { readonly kind: "audit"; readonly entries: ExpectedPart<"list"> }
  | { readonly kind: "lines"; readonly lines: readonly ExpectedLine[] }
  /** The output of command lines as a page shows it. */
  | {
      readonly kind: "output";
      readonly lines: readonly ExpectedLine[];
      /** Whether the words above it tell of a case: "If the lookup fails:". */
      readonly ofCase?: boolean;
    }
  | { readonly kind: "hex"; readonly bytes: ExpectedText }
  | {
      readonly kind: "table";
      readonly columns: readonly ExpectedText[];
      readonly rows: readonly (readonly ExpectedText[])[];
    };

export interface ExpectedText {
  readonly text: string;
  readonly place: Place;
}
export type ExpectedLine = ExpectedText;

/** A part of a document: of a map the named members are compared; a list is compared whole unless it has "more". */
export type Expected =
  | { readonly kind: "map"; readonly place: Place; readonly members: readonly (readonly [name: string, Expected])[] }
  | { readonly kind: "list"; readonly place: Place; readonly items: readonly Expected[] }
  | { readonly kind: "more"; readonly place: Place }
  | { readonly kind: "scalar"; readonly place: Place; readonly value: ExpectedScalar; readonly plain: boolean };

export type ExpectedPart<K extends Expected["kind"]> = Extract<Expected, { readonly kind: K }>;

export type ExpectedScalar = string | number | bigint | boolean | null;
