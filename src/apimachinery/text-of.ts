/** A value where it is a text, and "" where it is anything else. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
