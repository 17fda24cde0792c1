/** Does nothing with what it is given. */
export const ignore = (): void => undefined;
