/** Whether the part of an address behind `#` names a place: one that is followed from a link, or loaded again. */
export const namesPlace = (hash: string): boolean => hash.length > 2;
