import type { Session } from "../session.ts";
import type { Expander } from "./expansions.ts";
import type { Shell } from "./frame.ts";
import { statementsOf } from "./statements.ts";
import { appended, defaultPath, setVariable } from "./variables.ts";

/** The variables that the shell of a machine has from the beginning. */
const ofMachine = ({ place }: Session, name: string): string | undefined =>
  name === "PATH" ? defaultPath : name === "HOME" ? "~" : name === "PWD" ? `/${place.folder}` : undefined;

/** What expansions stand for in a shell. */
export const expanderOf = ({ session, output, signal, code, frame, run: runStatement }: Shell): Expander => {
  const run = async (line: string): Promise<string> => {
    let text = "";
    const captured = {
      ...output,
      out: (part: string) => void (text = appended(text, part)),
      err: output.err.bind(output),
    };
    for (const statement of statementsOf(line))
      await runStatement(session, statement, captured, signal, { ...frame, isScript: true });
    return text;
  };
  return {
    variable(name) {
      if (name === "?") return String(code);
      if (name === "!") return session.jobs.last;
      if (name === "#") return String(frame.args.length);
      if (name === "$") return "1";
      if (/^\d+$/.test(name)) return name === "0" ? frame.name : frame.args[Number(name) - 1];
      const value = session.variables.get(name)?.value ?? session.environment[name] ?? ofMachine(session, name);
      if (value === undefined || value === "") session.onUnset?.(name, value);
      return value;
    },
    list(name) {
      if (name === "@" || name === "*") return frame.args;
      const variable = session.variables.get(name);
      return variable?.items ?? (variable === undefined ? [] : [variable.value]);
    },
    assign: (name, value) => setVariable(session, name, value),
    output: run,
    async file(line) {
      const path = `/dev/fd/${63 - ((await session.files.list("/dev/fd"))?.length ?? 0)}`;
      await session.files.write(path, await run(line));
      return path;
    },
  };
};
