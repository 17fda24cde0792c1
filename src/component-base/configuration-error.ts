/** A server cannot be set up as somebody wishes; the message is for them. */
export class ConfigurationError extends Error {}
