import { parseArgs } from "node:util";

/** What `kubepad serve` was asked to do. */
export interface ServeOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Where objects are kept: in memory, or in a log in this folder. */
  readonly storage: "memory" | { readonly folder: string };
  readonly tokenAuthFile: string | undefined;
}

/** The command line is not understood; the message is for whoever typed it. */
export class UsageError extends Error {}

export const usage = `Usage: npm run serve -- [--port N] [--storage memory|DIR] [--token-auth-file FILE]
  --port N                the port on 127.0.0.1; 0 takes a free one (default 8001)
  --storage memory|DIR    where objects are kept (default memory)
  --token-auth-file FILE  lines of token,user,uid,"group1,group2"; without it everybody is system:masters`;

const highestPort = 65_535;

/** Reads the arguments of `kubepad serve`; a leading `serve` may stand or not. */
export function parseServeOptions(args: readonly string[]): ServeOptions {
  const values = readArguments(args[0] === "serve" ? args.slice(1) : args);
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > highestPort) throw new UsageError(`--port ${values.port} is not a port`);
  if (values.storage === "") throw new UsageError("--storage is empty: say memory or a folder");
  return { port, storage: values.storage === "memory" ? "memory" : { folder: values.storage }, tokenAuthFile: values["token-auth-file"] };
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string", default: "8001" },
        storage: { type: "string", default: "memory" },
        "token-auth-file": { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
