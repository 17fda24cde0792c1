import type { KubeletContainer } from "./pod-types.ts";

/** How long a command runs, and how it ends. */
export interface CommandRun {
  /** Undefined if the command goes on for ever, or nothing is known about it. */
  readonly runSeconds?: number;
  readonly exitCode: number;
}

const shells = new Set(["sh", "bash", "ash", "dash", "/bin/sh", "/bin/bash", "/bin/ash"]);
const loops = /\b(?:while|until|for)\b|\btail\s+-f\b|\bsleep\s+inf/;
/** Programs that end by themselves, with the seconds that they take. */
const ending: Readonly<Record<string, number>> = {
  true: 0,
  false: 0,
  ":": 0,
  echo: 0,
  printf: 0,
  date: 0,
  env: 0,
  printenv: 0,
  hostname: 0,
  ls: 0,
  cat: 0,
  expr: 0,
  test: 0,
  perl: 3,
};

const unit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

function secondsOf(text = ""): number | undefined {
  const [, amount, suffix = "s"] = /^(\d+(?:\.\d+)?)([smhd]?)$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (unit[suffix === "" ? "s" : suffix] ?? 1);
}

const baseName = (program: string): string => program.slice(program.lastIndexOf("/") + 1);

/** Follows the words of one command. */
function runWords([program = "", first]: readonly string[]): CommandRun {
  const name = baseName(program);
  if (name === "exit") return { runSeconds: 0, exitCode: Number(/^\d+$/.exec(first ?? "0")?.[0] ?? 0) & 255 };
  if (name === "false") return { runSeconds: 0, exitCode: 1 };
  if (name === "sleep") {
    const seconds = secondsOf(first);
    return seconds === undefined ? { exitCode: 0 } : { runSeconds: seconds, exitCode: 0 };
  }
  const seconds = ending[name];
  return seconds === undefined ? { exitCode: 0 } : { runSeconds: seconds, exitCode: 0 };
}

/** Follows a script as far as its commands are separated by `;`, newlines, `&&` and `||`. */
function runScript(script: string): CommandRun {
  if (loops.test(script)) return { exitCode: 0 };
  let seconds = 0;
  let exitCode = 0;
  for (const [, separator = "", command = ""] of script.matchAll(/(^|;|\n|&&|\|\|)([^;\n&|]+)/g)) {
    if (command.trim() === "" || (separator === "&&" && exitCode !== 0) || (separator === "||" && exitCode === 0))
      continue;
    const words = command.trim().split(/\s+/);
    const run = runWords(words);
    if (run.runSeconds === undefined) return { exitCode: 0 };
    seconds += run.runSeconds;
    exitCode = run.exitCode;
    if (words[0] === "exit") break;
  }
  return { runSeconds: seconds, exitCode };
}

/** Guesses from the command of a container how it runs: `["false"]`, `sleep 10; exit 3`, `while true; do …`. */
export function runOf({ command = [], args = [] }: KubeletContainer): CommandRun {
  const words = [...command, ...args];
  const [program = "", flag = "", script] = words;
  if (words.length === 0) return { exitCode: 0 };
  if (shells.has(program) && /^-\w*c$/.test(flag) && script !== undefined) return runScript(script);
  return runWords(words);
}
