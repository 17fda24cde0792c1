import { messageOf } from "../../../apimachinery/message-of.ts";
import type { WrittenStatement } from "../../../kubectl/shell/statements.ts";
import { withReadOnly } from "../../data/read-only.ts";
import type { Folder } from "../../data/virtual-files.ts";
import { oncePerFrame } from "../../platform/browser-clock.ts";
import { doneLines } from "../../state/done-lines.ts";
import { folder } from "../../state/folder.ts";
import { identity } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import { watchNews } from "../../state/watch-news.ts";
import { outputText, streamOfError, withOutput, type Entry, type Piece, type SentRequest } from "./model/transcript.ts";
import { recording } from "./recording.ts";
import type { ShellSession } from "./shell-session.ts";

/** How long a command may go on before its entry is drawn without output. Nobody sees a shorter wait. */
const patienceMs = 50;

/** The exit code of a program that Ctrl-C has ended. */
const interrupted = 130;

export interface CommandRunOptions {
  readonly id: number;
  readonly page: Page;
  readonly shell: ShellSession;
  readonly statement: WrittenStatement;
  /** Requests that would change objects are refused: nobody has asked for this run. */
  readonly readOnly: boolean;
  /**
   * Called with the entry when it has new output or has ended, once a frame at most; without either, soon after it has
   * begun or has sent requests. So a command that is answered at once is drawn once.
   */
  readonly tell: (entry: Entry) => void;
}

/** One run of a command line: collects its output and its requests. */
export class CommandRun {
  readonly id: number;
  readonly ended: Promise<void>;
  readonly #options: CommandRunOptions;
  readonly #control = new AbortController();
  readonly #soon: () => void;
  readonly #begun: number;
  readonly #files: Folder;
  #entry: Entry;
  #told: Entry | undefined;
  #pieces: Piece[] = [];
  #requests: SentRequest[] = [];
  #waits = false;

  constructor(options: CommandRunOptions) {
    const { id, page, statement, shell } = options;
    this.id = id;
    this.#options = options;
    this.#begun = page.clock.monotonic();
    this.#files = folder.of(page).getState().files;
    this.#soon = oncePerFrame(() => this.#flush());
    this.#entry = {
      id,
      text: statement.text,
      as: identity.of(page).getState().as?.user,
      revision: page.past?.get().revision,
      namespace: shell.namespace,
      blocks: [],
      lines: 0,
      requests: [],
      code: undefined,
      ms: 0,
    };
    this.#later();
    this.ended = this.#run();
  }

  /** Ends the run, as Ctrl-C does. */
  stop(): void {
    if (this.#control.signal.aborted || this.#entry.code !== undefined) return;
    this.#add(streamOfError("^C\n"), "^C\n");
    this.#control.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#control;
    const stopped = new Promise<number>((resolve) =>
      signal.addEventListener("abort", () => resolve(interrupted), { once: true }),
    );
    const code = await Promise.race([this.#answer(signal), stopped]);
    const { page } = this.#options;
    this.#entry = { ...this.#entry, code, ms: page.clock.monotonic() - this.#begun };
    this.#flush();
    const { text, as, namespace, requests } = this.#entry;
    const output = outputText(this.#entry);
    doneLines.of(page).setState({ last: { text, as, namespace, output, code, requests, files: this.#files } });
  }

  async #answer(signal: AbortSignal): Promise<number> {
    const { page, shell, statement, readOnly } = this.#options;
    const output = {
      out: (text: string) => this.#add("out", text),
      err: (text: string) => this.#add(streamOfError(text), text),
    };
    const handle = recording(readOnly ? withReadOnly(page.handle) : page.handle, {
      actingAs: identity.of(page).getState().as,
      newId: page.newId,
      ear: () => watchNews.of(page).getState().ear,
      tell: (request) => {
        this.#requests.push(request);
        this.#later();
      },
    });
    try {
      return await shell.run({ statement, handle, output, signal });
    } catch (error) {
      output.err(`kubepad: ${messageOf(error)}\n`);
      return 1;
    }
  }

  /** Takes output; what comes after Ctrl-C is the command's complaint about its end. */
  #add(stream: Piece["stream"], text: string): void {
    if (this.#control.signal.aborted) return;
    this.#pieces.push({ stream, text });
    this.#soon();
  }

  /** Tells of the entry after a while, in which the command may end. */
  #later(): void {
    if (this.#waits) return;
    this.#waits = true;
    this.#options.page.clock.after(patienceMs, () => {
      this.#waits = false;
      this.#soon();
    });
  }

  #flush(): void {
    const [pieces, requests] = [this.#pieces, this.#requests];
    [this.#pieces, this.#requests] = [[], []];
    if (pieces.length + requests.length > 0)
      this.#entry = withOutput({ ...this.#entry, requests: [...this.#entry.requests, ...requests] }, pieces);
    if (this.#entry === this.#told) return;
    this.#told = this.#entry;
    this.#options.tell(this.#entry);
  }
}
