/** Who made a write. */
export interface WriteAuthor {
  /** The name of the authenticated user. */
  readonly user: string;
  /** The field manager of the request; "" for writes of the server itself. */
  readonly manager: string;
}

const pageSize = 1024;

/** As many as the history keeps changes (`mvcc/store.ts`), in pages. */
const mostPages = 50;

/** A page of revisions that follow each other. */
interface Page {
  readonly users: string[];
  readonly managers: string[];
}

/**
 * Remembers who made the last 50,000 writes of this server, by their revisions. Objects only tell the managers of their
 * fields: neither the user, nor who deleted them.
 */
export class WriteAuthors {
  readonly #pages = new Map<number, Page>();
  /** Authors of revisions up to this one are not known any more, or never were. */
  #since: number;

  /** Takes the revision at which this server began. */
  constructor(since = 0) {
    this.#since = since;
  }

  /** Remembers the author of a revision. A later author of the same one, who has changed nothing, is ignored. */
  note(revision: number, user: string, manager: string): void {
    if (revision <= this.#since) return;
    const number = Math.floor(revision / pageSize);
    const page = this.#pages.get(number) ?? this.#newPage(number);
    const at = revision % pageSize;
    if (page.users[at] !== undefined) return;
    page.users[at] = user;
    page.managers[at] = manager;
  }

  /** Returns the author of a revision; undefined if nobody has told, or it is too long ago. */
  of(revision: number): WriteAuthor | undefined {
    const page = this.#pages.get(Math.floor(revision / pageSize));
    const at = revision % pageSize;
    const [user, manager] = [page?.users[at], page?.managers[at]];
    return user === undefined || manager === undefined ? undefined : { user, manager };
  }

  #newPage(number: number): Page {
    const page: Page = { users: [], managers: [] };
    this.#pages.set(number, page);
    if (this.#pages.size > mostPages) this.#forget(Math.min(...this.#pages.keys()));
    return page;
  }

  #forget(number: number): void {
    this.#pages.delete(number);
    this.#since = (number + 1) * pageSize - 1;
  }
}
