import { StorageError } from "../apiserver/storage/storage-error.ts";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import { UnreadableWorldError } from "../share/world.ts";
import { UsageError } from "./usage-error.ts";

/** Formats an error: those of users as a sentence, any other error with its stack. */
export function describeError(error: unknown): string {
  const isTheirs =
    error instanceof UsageError ||
    error instanceof ConfigurationError ||
    error instanceof UnreadableWorldError ||
    error instanceof StorageError; // an etcd that is away or refuses this server
  if (isTheirs || (error instanceof Error && "code" in error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
