/**
 * A record's value if it is a text, otherwise an empty text.
 * @example
 * export const titleOf = (row: AnyRow) => `${textOf(row['agreementNo'])} ${textOf(row['agreementName'])}`.trim();
 */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
