/** What a program asks of a host: an answer, or only its address. */
export type Need = "answer" | "address";

/** Reports whether a pod gets from a host what a program needs. */
export type Reach = (host: string, need: Need) => boolean;

/** A program that asks a server for something and ends. */
interface ClientProgram {
  readonly need: Need;
  /** How it ends if it does not get that. */
  readonly failure: number;
  /** Flags whose values name the host. */
  readonly hostFlags?: readonly string[];
  /** Flags that take a word which is no host. */
  readonly valueFlags?: readonly string[];
  /** Only this subcommand asks a server. */
  readonly subcommand?: string;
}

/** What ends a client that serves instead, listens, or repeats itself: it goes on. */
const listens: Readonly<Record<string, RegExp>> = { nc: /^-\w*[lk]/, netcat: /^-\w*[lk]/, ncat: /^-\w*[lk]/ };

const databaseValues = ["-U", "-d", "-p", "-c", "-f", "-P", "-u", "-e", "-D", "-t"];

// oxfmt-ignore
const programs: Readonly<Record<string, ClientProgram>> = {
  wget: { need: "answer", failure: 1, valueFlags: ["-O", "-o", "-T", "-t", "-U", "-P", "--header", "--timeout", "--tries"] },
  curl: { need: "answer", failure: 7, hostFlags: ["--url"], valueFlags: ["-o", "-H", "-X", "-d", "-u", "-m", "-w", "-A", "-b", "-c", "-F", "-T", "-x", "--header", "--request", "--data", "--user", "--max-time", "--connect-timeout", "--retry", "--retry-delay", "--output", "--cacert", "--cert", "--key", "--write-out"] },
  nc: { need: "answer", failure: 1, valueFlags: ["-w", "-p", "-s", "-i"] },
  netcat: { need: "answer", failure: 1, valueFlags: ["-w", "-p", "-s", "-i"] },
  ncat: { need: "answer", failure: 1, valueFlags: ["-w", "-p", "-s", "-i"] },
  telnet: { need: "answer", failure: 1 },
  ping: { need: "answer", failure: 1, valueFlags: ["-c", "-W", "-w", "-i", "-s"] },
  nslookup: { need: "address", failure: 1 },
  dig: { need: "address", failure: 9, valueFlags: ["-t", "-p"] },
  host: { need: "address", failure: 1, valueFlags: ["-t", "-W"] },
  psql: { need: "answer", failure: 2, hostFlags: ["-h", "--host"], valueFlags: databaseValues },
  pg_isready: { need: "answer", failure: 2, hostFlags: ["-h", "--host"], valueFlags: databaseValues },
  mysql: { need: "answer", failure: 1, hostFlags: ["-h", "--host"], valueFlags: databaseValues },
  mysqladmin: { need: "answer", failure: 1, hostFlags: ["-h", "--host"], valueFlags: databaseValues },
  "redis-cli": { need: "answer", failure: 1, hostFlags: ["-h"], valueFlags: ["-p", "-a", "-n", "-u"] },
  mongosh: { need: "answer", failure: 1, hostFlags: ["--host"], valueFlags: ["--eval", "--port", "-u", "-p"] },
  openssl: { need: "answer", failure: 1, subcommand: "s_client", hostFlags: ["-connect"] },
};

/** Whose words are databases and commands, and whose host stands in a flag or an address. */
const named = /^(?:psql|pg_isready|mysql|mysqladmin|redis-cli|openssl)$/;

/** How a client program ends: its code, undefined for a program that is no client or goes on. */
export function clientExitCode(name: string, words: readonly string[], reach: Reach): number | undefined {
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program === undefined || words.some((word) => listens[name]?.test(word) === true)) return undefined;
  if (program.subcommand !== undefined && words[0] !== program.subcommand) return 0;
  const host = hostIn(name, program, words);
  return host === undefined || reach(host, program.need) ? 0 : program.failure;
}

/** The host that a client program asks; undefined for other programs, and for what only a process knows. */
export function hostAskedBy(name: string, words: readonly string[]): string | undefined {
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  return program === undefined ? undefined : hostIn(name, program, words);
}

function hostIn(name: string, { hostFlags = [], valueFlags = [] }: ClientProgram, words: readonly string[]) {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const [flag = "", value] = word.startsWith("--") ? word.split(/=(.*)/s) : [word];
    if (hostFlags.includes(flag)) return hostOf(value ?? words[at + 1] ?? "");
    if (value === undefined && valueFlags.includes(flag)) at++;
    else if (!word.startsWith("-") && !/^[+@]/.test(word) && (!named.test(name) || word.includes("://")))
      return hostOf(word);
  }
  return undefined;
}

/** The host of an address: `http://web:80/x`, `web:80`, `user@db`, `web`; undefined where only a process knows it. */
function hostOf(address: string): string | undefined {
  if (/[$`]/.test(address)) return undefined;
  const rest = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/[/?#].*/s, "");
  const host = rest.slice(rest.lastIndexOf("@") + 1);
  const bracketed = /^\[([^\]]*)\]/.exec(host)?.[1];
  return (bracketed ?? (host.split(":").length > 2 ? host : host.replace(/:.*/s, ""))) || undefined;
}
