/** An invalid command line, with a user-facing message. */
export class UsageError extends Error {}
