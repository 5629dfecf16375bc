/**
 * JSON that the database's `jsonb` takes whatever its texts hold: a NUL and an unpaired surrogate, which it refuses, become U+FFFD. For what is stored
 * as somebody sent it, such as the arguments in a log.
 */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(/\\(?:u(0000|d[89a-f][0-9a-f]{2})|.)/g, (escape, refused: string | undefined) =>
    refused === undefined ? escape : '\uFFFD',
  );

/** Text that the database takes, whoever wrote it: a NUL becomes U+FFFD. */
export const storableText = (text: string): string => text.replaceAll('\0', '\uFFFD');
