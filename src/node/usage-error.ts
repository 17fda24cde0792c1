/** The command line is not understood; the message is for whoever typed it. */
export class UsageError extends Error {}
