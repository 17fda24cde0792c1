import { KubectlError } from "../kubectl-error.ts";
import type { Session } from "../session.ts";
import type { Expander } from "./expand.ts";
import type { Shell } from "./frame.ts";
import { statementsOf } from "./statements.ts";
import { appended, defaultPath, setVariable } from "./variables.ts";

/** The variables that the shell of a machine has from the beginning. */
const ofMachine = ({ place }: Session, name: string): string | undefined =>
  ({ PATH: defaultPath, HOME: "~", PWD: `/${place.folder}` })[name];

/** The value of a parameter that the shell has itself. */
function special({ session, code, frame }: Shell, name: string): string | undefined {
  switch (name) {
    case "?":
      return String(code);
    case "!":
      return session.jobs.last;
    case "#":
      return String(frame.args.length);
    case "$":
      return "1";
    case "-":
      return "hB";
    case "0":
      return frame.name;
    case "FUNCNAME":
      return frame.function;
    case "RANDOM":
      return String(Math.floor(session.random() * 32_768));
    default:
      return /^\d+$/.test(name) ? frame.args[Number(name) - 1] : undefined;
  }
}

/** What expansions stand for in a shell; the exit code of the last command that ran for its output is told to it. */
export const expanderOf = (shell: Shell): Expander => {
  const { session, output, frame } = shell;
  const run = async (line: string): Promise<string> => {
    let text = "";
    const captured = {
      ...output,
      out: (part: string) => void (text = appended(text, part)),
      err: output.err.bind(output),
    };
    const { runSubstitution } = await import("./scripts.ts");
    shell.substituted = await runSubstitution(shell, statementsOf(line), captured);
    return text;
  };
  return {
    variable(name, isAsked = false) {
      const own = special(shell, name);
      if (own !== undefined || (!isAsked && /^\d/.test(name))) return own;
      const value = session.variables.get(name)?.value ?? session.environment[name] ?? ofMachine(session, name);
      if (value === undefined && isAsked && session.options.has("u") && !/^[@*]$/.test(name))
        throw new KubectlError(`${name}: unbound variable`, 1);
      if ((value === undefined || value === "") && !/^\d/.test(name)) session.onUnset?.(name, value);
      return value;
    },
    list(name) {
      if (name === "@" || name === "*") return frame.args;
      const variable = session.variables.get(name);
      return variable?.items ?? (variable === undefined ? [] : [variable.value]);
    },
    keys(name) {
      const { keys, items = [] } = session.variables.get(name) ?? {};
      return keys ?? [...items.keys()].map(String);
    },
    entry(name, key) {
      const { keys, items } = session.variables.get(name) ?? {};
      return keys === undefined ? undefined : (items?.[keys.indexOf(key)] ?? "");
    },
    names: (prefix) => [...session.variables.keys()].filter((name) => name.startsWith(prefix)).toSorted(),
    assign: (name, value) => setVariable(session, name, value),
    separators: () => session.variables.get("IFS")?.value ?? " \t\n",
    files: (folder) => session.files.list(folder),
    output: run,
    async file(line) {
      const path = `/dev/fd/${63 - ((await session.files.list("/dev/fd"))?.length ?? 0)}`;
      await session.files.write(path, await run(line));
      return path;
    },
  };
};
