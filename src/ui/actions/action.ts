import type { KubeObject } from "../../apimachinery/meta.ts";
import type { IconName } from "../design/icon.tsx";
import type { ObjectPath, Resource } from "../kube/resource.ts";

/** The kind of a subject, in the version in which it is written to. */
export type SubjectKind = Pick<Resource, "group" | "version" | "resource" | "kind">;

/** An object that an action is done to. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly object: KubeObject;
}

/** A request as it is shown before it is sent. */
export interface ActionRequest {
  readonly method: "POST" | "PATCH" | "PUT" | "DELETE";
  readonly target: string;
  /** The media type of the body. */
  readonly type: string;
  readonly body: unknown;
}

/** What is asked before an action: a number, a text or one of several choices. */
export interface ActionInput {
  readonly id: string;
  readonly label: string;
  readonly kind: "number" | "text" | "choice";
  /** The value at first. */
  readonly value: string;
  /** For a choice: values with their labels. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
}

/** How an action is taken back. */
export interface WayBack {
  /** A sentence that says what takes the action back, or what remains of it. */
  readonly words: string;
  /** The requests that take it back; without them, it is taken back elsewhere or not at all. */
  readonly requests?: readonly ActionRequest[];
}

/** What an action comes to for one subject. */
export interface ActionPlan {
  /** The requests in their order. One that is refused ends the plan, unless the requests are independent. */
  readonly requests: readonly ActionRequest[];
  readonly independent?: true;
  /** The command line that does the same. */
  readonly kubectl: string;
  /** What is said when it is done: `web is scaled to 3`. */
  readonly done: string;
  readonly back: WayBack;
  /** Why it cannot be done after all. */
  readonly refused?: string;
}

/** What a plan may read. */
export interface ActionContext {
  /** Reads an object, or a list; throws a RefusedError. */
  readonly read: (target: string) => Promise<unknown>;
  /** The time of the machine, in milliseconds. */
  readonly now: number;
  /** A short unique id, for names of objects. */
  readonly newId: () => string;
}

/** The answers to the inputs of an action, by their ids. */
export type Answers = Readonly<Record<string, string>>;

/** An action on objects: a row of the table. */
export interface Action {
  readonly id: string;
  /** A verb, to precede a name: `Scale`. */
  readonly label: string;
  /** What becomes of the object, in a sentence. */
  readonly words: string;
  readonly icon: IconName;
  readonly tone?: "danger";
  /** The kinds as `GROUP/KIND`; all kinds if it is left out. */
  readonly kinds?: readonly string[];
  /** Says why the action is of no use to an object as it is; undefined if it is. */
  readonly refuses?: (object: KubeObject) => string | undefined;
  readonly inputs?: (subject: Subject) => readonly ActionInput[];
  readonly plan: (subject: Subject, answers: Answers, context: ActionContext) => ActionPlan | Promise<ActionPlan>;
}

/** The path of a subject. */
export const pathOf = ({ kind: { group, version, resource }, object }: Subject): ObjectPath => ({
  group,
  version,
  resource,
  namespace: object.metadata.namespace,
  name: object.metadata.name,
});

/** The name of a subject. */
export const nameOfSubject = ({ object }: Subject): string => object.metadata.name ?? "";
