import type { StoreApi } from "zustand";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { PlainHeaders } from "../../../client/plain-headers.ts";
import { isListed, type Handle } from "../../../component-base/exchange.ts";
import type { WrittenStatement } from "../../../kubectl/shell/statements.ts";
import { pageAgent } from "../../data/send.ts";
import { randomFraction } from "../../platform/random-fraction.ts";
import { filesOf, folder } from "../../state/folder.ts";
import { identity } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import { onAnotherServer } from "../../state/server-status.ts";
import { CommandRun } from "./command-run.ts";
import { withNewEntry, type Entry } from "./model/transcript.ts";
import type { ShellSession } from "./shell-session.ts";
import type { Terminal } from "./terminal-state.ts";

interface Waiting {
  readonly statement: WrittenStatement;
  readonly readOnly: boolean;
}

/** Sends the requests of completion and of hints as requests of the page. */
const asPage =
  (handle: Handle): Handle =>
  (exchange) => {
    const own = isListed(exchange.headers) ? [...exchange.headers] : [];
    const others = own.filter(([name]) => name.toLowerCase() !== "user-agent");
    return handle({ ...exchange, headers: new PlainHeaders([["User-Agent", pageAgent], ...others]) });
  };

/**
 * Runs lines one after the other. A watch holds up no other line: it goes on beside them, as in a second terminal,
 * until it is stopped.
 */
export class Runner {
  readonly #page: Page;
  readonly #store: () => StoreApi<Terminal>;
  readonly #runs = new Map<number, CommandRun>();
  #shell: Promise<ShellSession> | undefined;
  #waiting: Waiting[] = [];
  /** Lines of an embed that come after those that were run or filled in. */
  #given: WrittenStatement[] = [];
  #foreground: CommandRun | undefined;
  #lastId = 0;

  constructor(page: Page, store: () => StoreApi<Terminal>) {
    this.#page = page;
    this.#store = store;
  }

  /** The shell, whose code is loaded when it is first needed; undefined if it cannot be loaded. */
  async shell(): Promise<ShellSession | undefined> {
    this.#shell ??= this.#load();
    try {
      return await this.#shell;
    } catch (error) {
      this.#shell = undefined;
      this.#store().setState({ trouble: `The code of kubectl could not be loaded: ${messageOf(error)}` });
      return undefined;
    }
  }

  async #load(): Promise<ShellSession> {
    const page = this.#page;
    const { ShellSession: Shell } = await import("./shell-session.ts");
    const shell = new Shell({
      handle: page.handle,
      hints: asPage(page.handle),
      clock: page.clock,
      worldTime: () => page.inspect.worldTime(),
      random: randomFraction,
      files: page.shell?.files(filesOf(page)) ?? filesOf(page),
      ...(page.shell !== undefined && { programs: page.shell.programs }),
      edit: (text, signal) => folder.of(page).getState().edit(text, signal),
    });
    onAnotherServer(page, () => shell.forget());
    identity.of(page).subscribe(() => shell.forget());
    this.#store().setState({ trouble: "" });
    return shell;
  }

  enter(statements: readonly WrittenStatement[]): void {
    this.#waiting.push(...statements.map((statement) => ({ statement, readOnly: false })));
    void this.#next();
  }

  async take(text: string, runReads: boolean): Promise<void> {
    const shell = await this.shell();
    if (shell === undefined) return;
    if (!runReads) return this.#store().getState().setText(text);
    this.#given = [...shell.statements(text)];
    await this.#next();
  }

  /** Ends a run, by default the last one, and then also what waits. Returns whether there was one. */
  stop(id?: number): boolean {
    const run = id === undefined ? [...this.#runs.values()].at(-1) : this.#runs.get(id);
    if (id === undefined) this.#waiting = [];
    run?.stop();
    this.#tell();
    return run !== undefined;
  }

  async complete(line: string, cursor: number): Promise<readonly string[]> {
    const shell = await this.shell();
    return (await shell?.complete(line, cursor, asPage(this.#page.handle))) ?? [];
  }

  /** Runs the lines that wait, up to one that others have to wait for. */
  async #next(): Promise<void> {
    const shell = await this.shell();
    while (shell !== undefined && this.#foreground === undefined) {
      const next = this.#waiting.shift() ?? this.#ofGiven(shell);
      if (next === undefined) break;
      this.#start(shell, next);
    }
    this.#tell();
  }

  /** The next line of an embed, if it only reads; one that writes is filled in, where nothing else is written. */
  #ofGiven(shell: ShellSession): Waiting | undefined {
    const [statement] = this.#given;
    const { text, setText } = this.#store().getState();
    if (statement === undefined || text !== "") return undefined;
    this.#given.shift();
    const { onlyReads, watches } = shell.natureOf(statement);
    if (onlyReads && !watches) return { statement, readOnly: true };
    setText(statement.text);
    return undefined;
  }

  #start(shell: ShellSession, { statement, readOnly }: Waiting): void {
    const store = this.#store();
    let isNew = true;
    const tell = (entry: Entry): void => {
      const { entries } = store.getState();
      const told = isNew
        ? withNewEntry(entries, entry)
        : entries.map((other) => (other.id === entry.id ? entry : other));
      isNew = false;
      store.setState({ entries: told, namespace: shell.namespace });
    };
    const run = new CommandRun({ id: ++this.#lastId, page: this.#page, shell, statement, readOnly, tell });
    this.#runs.set(run.id, run);
    if (!shell.natureOf(statement).watches) this.#foreground = run;
    void run.ended.then(() => {
      this.#runs.delete(run.id);
      if (this.#foreground === run) this.#foreground = undefined;
      return this.#next();
    });
  }

  #tell(): void {
    this.#store().setState({ waiting: this.#waiting.length });
  }
}
