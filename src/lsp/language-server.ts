import {
  CodeActionKind,
  CompletionItemKind,
  DidChangeWatchedFilesNotification,
  InsertTextMode,
  MarkupKind,
  TextDocumentSyncKind,
  TextDocuments,
  type CodeAction,
  type CompletionItem,
  type Connection,
  type Hover,
  type Position,
  type Range,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { messageOf } from "../apimachinery/message-of.ts";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import type { AssistItem, EditorAssist } from "../assist/editor-assist.ts";
import { looksLikeJson, type Language } from "../assist/language.ts";
import { asDiagnostic, rangeOf } from "./as-diagnostic.ts";
import { createServerAssist } from "./server-assist.ts";
import { fixesOf } from "./fixes.ts";
import type { Judge, Target, Verdict } from "./judge.ts";
import type { Told } from "./judged-document.ts";

/** The files around the documents that an editor has open. */
export interface Workspace {
  /** Takes the folders that the editor has open, as addresses. */
  open(folders: readonly string[]): void;
  /** What a document is judged with: by itself beside other files, or each kustomization that it is part of. */
  targetsOf(document: TextDocument, documents: readonly TextDocument[]): readonly Target[];
  /** The address of a file as reports name it, and the name of an address. */
  uriOf(file: string): string;
  nameOf(uri: string): string;
  /** Reads again what files there are. */
  refresh(): void;
}

/** How long a document is left alone before all of it is judged again. */
const idleMs = 250;

/** What is known of an open document. */
interface Opened {
  /** How often the document or what surrounds it has changed. */
  changes: number;
  /** The changes that were judged, and what was found. */
  judged: number;
  verdicts: readonly Verdict[];
  told: readonly Told[];
  /** The judgement under way, which ends with one of the newest version. */
  running: Promise<void> | undefined;
  /** Ends a judgement of the whole document. */
  whole: AbortController;
}

/** Serves an editor over a connection, which is then listened to. Resolves when the editor asks to end. */
export function serveEditor(connection: Connection, workspace: Workspace, judge: Judge): Promise<void> {
  const documents = new TextDocuments(TextDocument);
  const server = new LanguageServer(connection, documents, workspace, judge);
  connection.onInitialize(({ workspaceFolders, capabilities }) => {
    workspace.open((workspaceFolders ?? []).map(({ uri }) => uri));
    server.watches = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        hoverProvider: true,
        completionProvider: { triggerCharacters: [" ", '"', "."] },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      },
      serverInfo: { name: "kubepad" },
    };
  });
  connection.onInitialized(() => server.watchFiles());
  documents.onDidChangeContent(({ document }) => server.changed(document));
  documents.onDidClose(({ document }) => server.closed(document));
  connection.onDidChangeWatchedFiles(() => server.filesChanged());
  connection.onHover(({ textDocument, position }) => server.hover(textDocument.uri, position));
  connection.onCompletion(({ textDocument, position }) => server.complete(textDocument.uri, position));
  connection.onCodeAction(({ textDocument, range }) => server.actions(textDocument.uri, range));
  documents.listen(connection);
  const ended = new Promise<void>((resolve) => {
    connection.onShutdown(() => judge.close());
    connection.onExit(() => resolve());
  });
  connection.listen();
  return ended;
}

class LanguageServer {
  readonly #connection: Connection;
  readonly #documents: TextDocuments<TextDocument>;
  readonly #workspace: Workspace;
  readonly #judge: Judge;
  readonly #clock = createSystemClock();
  readonly #opened = new Map<string, Opened>();
  /** Whether the editor tells of files that change beside it. */
  watches = false;

  constructor(connection: Connection, documents: TextDocuments<TextDocument>, workspace: Workspace, judge: Judge) {
    this.#connection = connection;
    this.#documents = documents;
    this.#workspace = workspace;
    this.#judge = judge;
  }

  watchFiles(): void {
    if (!this.watches) return;
    void this.#connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: [{ globPattern: "**/*.{yaml,yml,json}" }],
    });
  }

  changed({ uri }: TextDocument): void {
    const opened = this.#openedOf(uri);
    opened.changes += 1;
    opened.whole.abort();
    opened.running ??= this.#follow(uri, opened);
  }

  async closed({ uri }: TextDocument): Promise<void> {
    this.#opened.get(uri)?.whole.abort();
    this.#opened.delete(uri);
    await this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  filesChanged(): void {
    this.#workspace.refresh();
    for (const document of this.#documents.all()) this.changed(document);
  }

  #openedOf(uri: string): Opened {
    const known = this.#opened.get(uri);
    if (known !== undefined) return known;
    const opened = { changes: 0, judged: 0, verdicts: [], told: [], running: undefined, whole: new AbortController() };
    this.#opened.set(uri, opened);
    return opened;
  }

  /** Judges what is changed until nothing is, and then, once the document is left alone, all of it. */
  async #follow(uri: string, opened: Opened): Promise<void> {
    try {
      let isWhole = true;
      for (
        let document = this.#documents.get(uri);
        document !== undefined && opened.judged !== opened.changes;
        document = this.#documents.get(uri)
      )
        isWhole = await this.#judgeOnce(document, opened, false, never);
      opened.running = undefined;
      if (!isWhole) this.#judgeWhenIdle(uri, opened);
    } catch (error) {
      opened.running = undefined;
      this.#tell(uri, error);
    }
  }

  #tell(uri: string, error: unknown): void {
    this.#connection.console.error(`${uri}: ${messageOf(error)}`);
  }

  #judgeWhenIdle(uri: string, opened: Opened): void {
    opened.whole.abort();
    const whole = (opened.whole = new AbortController());
    const run = async (): Promise<void> => {
      const document = this.#documents.get(uri);
      if (document === undefined || whole.signal.aborted) return;
      await this.#judgeOnce(document, opened, true, whole.signal).catch((error: unknown) => {
        if (!whole.signal.aborted) this.#tell(uri, error);
      });
    };
    this.#clock.after(idleMs, () => void run());
  }

  /** Judges a document as it is now, and shows what was found if it is still the same. */
  async #judgeOnce(document: TextDocument, opened: Opened, whole: boolean, signal: AbortSignal): Promise<boolean> {
    const { uri, version } = document;
    const { changes } = opened;
    const verdicts: Verdict[] = [];
    for (const target of this.#workspace.targetsOf(document, this.#documents.all()))
      verdicts.push(await this.#judge.judge(target, whole, signal));
    const name = this.#workspace.nameOf(uri);
    const told = withoutRepeated(verdicts.flatMap((verdict) => verdict.told)).filter(
      ({ finding }) => finding.place.file === name,
    );
    Object.assign(opened, { judged: changes, verdicts, told });
    if (this.#opened.get(uri) === opened && this.#documents.get(uri)?.version === version)
      await this.#connection.sendDiagnostics({
        uri,
        version,
        diagnostics: told.map(({ finding }) => asDiagnostic(finding, (file) => this.#workspace.uriOf(file))),
      });
    return verdicts.every(({ isWhole }) => isWhole);
  }

  async hover(uri: string, position: Position): Promise<Hover | null> {
    const asked = await this.#assistOf(uri);
    if (asked === undefined) return null;
    const { document, assist, language } = asked;
    const found = await assist.hover(document.getText(), language, document.offsetAt(position));
    if (found === undefined) return null;
    return {
      range: rangeBetween(document, found),
      contents: { kind: MarkupKind.Markdown, value: [`**${found.title}**`, ...found.words.map(plain)].join("\n\n") },
    };
  }

  async complete(uri: string, position: Position): Promise<CompletionItem[]> {
    const asked = await this.#assistOf(uri);
    if (asked === undefined) return [];
    const { document, assist, language } = asked;
    const found = await assist.complete(document.getText(), language, document.offsetAt(position));
    const range = rangeBetween(document, found ?? { start: 0, end: 0 });
    return (found?.items ?? []).map((item, i) => completionItem(item, i, range));
  }

  async actions(uri: string, range: Range): Promise<CodeAction[]> {
    const document = this.#documents.get(uri);
    const opened = this.#opened.get(uri);
    if (document === undefined || opened === undefined) return [];
    await opened.running;
    const meant = opened.told.filter(({ finding }) => touches(rangeOf(finding.place), range));
    const found = await Promise.all(
      meant.map(async (told) => {
        const live = opened.verdicts.find((verdict) => verdict.told.includes(told))?.live;
        const fixes = live === undefined ? [] : await fixesOf(told, document, live);
        const diagnostic = asDiagnostic(told.finding, (file) => this.#workspace.uriOf(file));
        return fixes.map(({ title, edits }): CodeAction => ({
          title,
          kind: CodeActionKind.QuickFix,
          diagnostics: [diagnostic],
          edit: { changes: { [uri]: [...edits] } },
        }));
      }),
    );
    return found.flat();
  }

  /** The assist of a document, from the server that it was judged with. */
  async #assistOf(
    uri: string,
  ): Promise<
    { readonly document: TextDocument; readonly assist: EditorAssist; readonly language: Language } | undefined
  > {
    const opened = this.#opened.get(uri);
    if (opened?.verdicts.length === 0) await opened.running;
    const document = this.#documents.get(uri);
    const asked = opened?.verdicts[0]?.live.asked;
    if (document === undefined || asked === undefined) return undefined;
    return {
      document,
      assist: createServerAssist(asked),
      language: looksLikeJson(document.getText()) ? "json" : "yaml",
    };
  }
}

const never = new AbortController().signal;

/** Findings that several kustomizations have of the same file are told once. */
function withoutRepeated(told: readonly Told[]): readonly Told[] {
  const keyOf = ({ finding: { message, place } }: Told): string => JSON.stringify([place, message]);
  return [...new Map(told.map((each) => [keyOf(each), each])).values()];
}

const rangeBetween = (document: TextDocument, { start, end }: { readonly start: number; readonly end: number }) => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
});

const touches = (a: Range, b: Range): boolean => a.start.line <= b.end.line && b.start.line <= a.end.line;

const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>#|]/g, "\\$&");

const completionItem = ({ label, kind, detail, documentation, insert }: AssistItem, i: number, range: Range) => ({
  label,
  kind: kind === "field" ? CompletionItemKind.Field : CompletionItemKind.EnumMember,
  detail,
  ...(documentation !== "" && { documentation: { kind: MarkupKind.PlainText, value: documentation } }),
  sortText: String(i).padStart(4, "0"),
  filterText: label,
  insertTextMode: InsertTextMode.asIs,
  textEdit: { range, newText: insert },
});
