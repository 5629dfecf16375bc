/**
 * The first `length` characters of a text (UTF-16 code units), without half of a surrogate pair at the end: the database refuses a lone half in JSON.
 */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
