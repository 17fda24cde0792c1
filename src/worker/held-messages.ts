/** The part of a worker's global scope that is used here. */
type Scope = Pick<EventTarget, "addEventListener" | "removeEventListener" | "dispatchEvent">;

/**
 * Imports the module that a worker's script stands for, and delivers the messages to it that have come meanwhile.
 * Chromium keeps the compiled code of modules that a worker imports with `import()`, and compiles those anew each time
 * that its script imports statically: a third of the time in which the server starts again. An error of the module is
 * reported as one of the script.
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
