import type { IconName } from "../design/icon.tsx";

/** An entry of the navigation rail. */
export interface Place {
  readonly id:
    | "requests"
    | "objects"
    | "world"
    | "watches"
    | "terminal"
    | "apply"
    | "cel"
    | "definitions"
    | "policies"
    | "declarative"
    | "lessons"
    | "server";
  readonly label: string;
  readonly icon: IconName;
  readonly words: string;
}

// oxfmt-ignore
export const places: readonly Place[] = [
  { id: "requests", label: "Requests", icon: "requests", words: "Write, send and repeat requests" },
  { id: "objects", label: "Objects", icon: "objects", words: "Browse kinds, change objects" },
  { id: "world", label: "World", icon: "world", words: "Who owns what and how it is, live; pause, step and speed up time" },
  { id: "watches", label: "Watches", icon: "watches", words: "See changes as they happen" },
  { id: "terminal", label: "Terminal", icon: "terminal", words: "kubectl, with the requests that each command sends" },
  { id: "apply", label: "Apply", icon: "apply", words: "Server-side apply: who owns which field, and who conflicts" },
  { id: "cel", label: "CEL", icon: "cel", words: "Write CEL expressions, see what they cost and how they evaluate" },
  { id: "definitions", label: "Definitions", icon: "definitions", words: "Write CustomResourceDefinitions: schema, rules, examples, tests" },
  { id: "policies", label: "Policies", icon: "policies", words: "Admission policies: draft, try, see who is hit, bind" },
  { id: "declarative", label: "Tags", icon: "filter", words: "Declarative validation: +k8s: tags of Go types, and their CEL twin" },
  { id: "lessons", label: "Lessons", icon: "book", words: "The documentation, done instead of read: lessons that run and are checked" },
  { id: "server", label: "Server", icon: "server", words: "State, storage, export and import" },
];
