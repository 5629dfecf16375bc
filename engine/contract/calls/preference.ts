/** `data` of GET /api/sys/user/preference: everything that the signed-in person chose for themselves, by key. */
export type PreferencesAnswer = Record<string, unknown>;

/** The body of PUT /api/sys/user/preference/{key}; null takes the choice back. */
export interface PreferencePayload {
  value: unknown;
}

/** What one person may keep: how many keys, and how much under each, in bytes of JSON. */
export const preferenceLimits = { keys: 100, bytes: 16 * 1024, depth: 10 } as const;

/** A key: words in lower case with points between them, such as `columns.sys.user`. */
export const isPreferenceKey = (key: string): boolean => key.length <= 64 && /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*$/.test(key);

/** The key under which the browser keeps what was opened last: `[{ resource, id, at }]`, `at` in milliseconds since 1970. */
export const recentKey = 'recent.records';
