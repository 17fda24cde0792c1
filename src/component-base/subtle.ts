/** WebCrypto, named so that declarations need no types of the DOM. */
export type Subtle = (typeof globalThis)["crypto"]["subtle"];
