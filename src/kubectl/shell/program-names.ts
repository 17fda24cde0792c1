/** The programs that work on lines. */
export const filterNames = [
  "grep",
  "egrep",
  "fgrep",
  "sed",
  "head",
  "tail",
  "wc",
  "sort",
  "uniq",
  "cut",
  "tr",
  "tac",
  "base64",
] as const;

export type FilterName = (typeof filterNames)[number];

/** The programs that work on files and folders. */
export const fileToolNames = [
  "cat",
  "ls",
  "tee",
  "cd",
  "cp",
  "mv",
  "rm",
  "rmdir",
  "mkdir",
  "chmod",
  "touch",
  "pwd",
] as const;

export type FileToolName = (typeof fileToolNames)[number];

/** The programs that work on paths. */
const pathToolNames = ["basename", "dirname", "mktemp", "find"] as const;

/** Reports whether a program works on paths. */
export const isPathTool = (name: string): boolean => pathToolNames.some((each) => each === name);

/** Builtins of bash that the shell runs by themselves, beside those that change its variables. */
const builtinNames: ReadonlySet<string> = new Set([
  "exit",
  "return",
  "break",
  "continue",
  "declare",
  "typeset",
  "local",
  "readonly",
  "alias",
  "unalias",
  "type",
  "source",
  ".",
  "set",
  "shopt",
  "trap",
  "shift",
  "eval",
  "command",
  "builtin",
  "let",
  "mapfile",
  "readarray",
  "getopts",
  "read",
]);

/** Other builtins of bash. */
const programBuiltins: ReadonlySet<string> = new Set([
  "echo",
  "printf",
  "test",
  "[",
  "true",
  "false",
  "export",
  "unset",
  "kill",
  "wait",
  "jobs",
  "cd",
  "pwd",
  ":",
]);

/** What runs by the builtins' table and is none in bash: keywords, and programs that look names up or run others. */
const besideBuiltins: ReadonlySet<string> = new Set(["[[", "((", "which", "xargs"]);

/** Reports whether a command runs in the shell itself; `set` alone prints the environment. */
export const isBuiltin = (name: string, args: readonly string[]): boolean =>
  (builtinNames.has(name) || besideBuiltins.has(name)) && !(name === "set" && args.length === 0);

/** Reports whether bash has a command as a builtin, as `type -t` says. */
export const isBuiltinOfBash = (name: string): boolean => builtinNames.has(name) || programBuiltins.has(name);

/** The programs that a line may begin with. */
export const programNames: readonly string[] = [
  "kubectl",
  "kubepad",
  "echo",
  "printf",
  "clear",
  "true",
  "false",
  "test",
  "[",
  "export",
  "unset",
  "read",
  "xargs",
  "sleep",
  "exit",
  "kill",
  "wait",
  "jobs",
  ...fileToolNames,
  ...filterNames,
  ...pathToolNames,
];

/** The programs of a machine beside a cluster, and of its containers. */
export const clusterProgramNames = [
  "curl",
  "wget",
  "minikube",
  "seq",
  "jq",
  "openssl",
  "date",
  "sudo",
  "sh",
  "bash",
  "hostname",
  "id",
  "whoami",
  "ps",
  "env",
  "printenv",
  "set",
  "nslookup",
  "dig",
  "apt-get",
  "apt",
  "apk",
  "yum",
  "killall",
  "pkill",
  "nc",
  "ping",
  "mysql",
  "redis-cli",
  "psql",
] as const;

const known: ReadonlySet<string> = new Set([
  ...programNames,
  ...clusterProgramNames,
  "k",
  "!",
  "for",
  "while",
  "until",
  "if",
  "elif",
  "then",
  "else",
  "do",
  "done",
  "fi",
  ...builtinNames,
  ...programBuiltins,
  ...besideBuiltins,
]);

/** Reports whether the shell has a program of this name; whether a file is one is known when it runs. */
export const isProgram = (name: string): boolean => known.has(name) || /^\.{0,2}\/[\w./-]+$/.test(name);
