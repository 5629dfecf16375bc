/**
 * A record's value where it is text, and an empty text where it is anything else.
 * @example
 * export const titleOf = (row: AnyRow) => `${textOf(row['agreementNo'])} ${textOf(row['agreementName'])}`.trim();
 */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
