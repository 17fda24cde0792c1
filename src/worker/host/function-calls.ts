import type { Frame } from "../link/protocol.ts";

/** What a page's function takes the place of: a conversion webhook, an admission webhook, or an API server. */
export type FunctionKind = "converter" | "webhook" | "apiServer";

/** A function that a page registered. */
export interface FunctionName {
  readonly kind: FunctionKind;
  /** The name of the CustomResourceDefinition, of the admission webhook or of the APIService. */
  readonly name: string;
}

/** A request for a function that a page registered. */
export interface FunctionTask {
  readonly id: number;
  readonly target: FunctionName;
  /** The function's argument, plain JSON. */
  readonly request: unknown;
}

/**
 * What the worker has for a page: a request for a function that returns plain JSON, or a frame of an exchange with a
 * function that is an API server, in which the worker is the client.
 */
export type PageTask = FunctionTask | Frame;

/** How a function is registered as an API server. */
export interface ApiServerRegistration {
  /**
   * False leaves the APIService and its Service to you: neither is created nor waited for, and the function is
   * registered once the server knows it. Defaults to true.
   */
  readonly createsObjects?: boolean;
}

/** A function that answers for an APIService. */
export interface PageApiServer {
  /** The name of the APIService. */
  readonly name: string;
  /** Whether it is a function of the page that asks; otherwise it is one of another page. */
  readonly own: boolean;
}

/** What a function returned, as plain JSON, or the message of the error that it threw. */
export type FunctionOutcome = { readonly result: unknown } | { readonly failure: string };

/**
 * The calls that let the worker use a page's functions. The page polls for tasks and answers them, because a
 * BroadcastChannel cannot carry callbacks.
 */
export interface FunctionCalls {
  /** Opens a registration context and returns its id for the other calls. It ends with the page. */
  openFunctions(): Promise<number>;
  registerFunction(context: number, target: FunctionName): Promise<void>;
  unregisterFunction(context: number, target: FunctionName): Promise<void>;
  /**
   * Returns the tasks queued since the last call, and waits until there is at least one. Returns an empty array once
   * the context is closed.
   */
  nextTasks(context: number): Promise<readonly PageTask[]>;
  answerTask(context: number, task: number, outcome: FunctionOutcome): Promise<void>;
  /** Sends a frame of an exchange with a function that is an API server. */
  sendFrame(context: number, frame: Frame): Promise<void>;
  /** Returns the functions that answer for APIServices at present, whichever page they are in. */
  apiServers(): Promise<readonly PageApiServer[]>;
}

/** Implements FunctionCalls by passing each call through the given function. */
export const functionCallsThrough = (
  through: <T>(call: (calls: FunctionCalls) => Promise<T>) => Promise<T>,
): FunctionCalls => ({
  openFunctions: () => through((calls) => calls.openFunctions()),
  registerFunction: (context, target) => through((calls) => calls.registerFunction(context, target)),
  unregisterFunction: (context, target) => through((calls) => calls.unregisterFunction(context, target)),
  nextTasks: (context) => through((calls) => calls.nextTasks(context)),
  answerTask: (context, task, outcome) => through((calls) => calls.answerTask(context, task, outcome)),
  sendFrame: (context, frame) => through((calls) => calls.sendFrame(context, frame)),
  apiServers: () => through((calls) => calls.apiServers()),
});
