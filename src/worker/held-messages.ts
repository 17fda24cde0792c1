/** The part of a worker's global scope that is used here. */
type Scope = Pick<EventTarget, "addEventListener" | "removeEventListener" | "dispatchEvent">;

/**
 * Imports the module of a worker, and then delivers the messages that arrived meanwhile, in order. Chromium keeps the
 * compiled code of modules that a worker imports with `import()`; those that its script imports statically it compiles
 * at each start. An error of the module is reported as an error of the script.
 *
 * The function refers to nothing outside it, since `start-worker.ts` also writes its text into a script.
 */
export async function importModule(scope: Scope, load: () => Promise<unknown>): Promise<void> {
  const early: MessageEvent[] = [];
  const hold = (event: Event): void => {
    event.stopImmediatePropagation();
    if (event instanceof MessageEvent) early.push(event);
  };
  scope.addEventListener("message", hold);
  try {
    await load();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
    return;
  } finally {
    scope.removeEventListener("message", hold);
  }
  for (const { data, ports } of early) scope.dispatchEvent(new MessageEvent("message", { data, ports: [...ports] }));
}
