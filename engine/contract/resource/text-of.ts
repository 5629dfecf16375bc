/** A record's value where it is text, and an empty text where it is anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
