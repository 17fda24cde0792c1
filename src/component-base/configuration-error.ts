/** Invalid server configuration; the message is meant for the user. */
export class ConfigurationError extends Error {}
