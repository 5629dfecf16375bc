/** `data` of GET /api/sys/user/preference: all preferences of the signed-in user, by key. */
export type PreferencesAnswer = Record<string, unknown>;

/** The body of PUT /api/sys/user/preference/{key}; null deletes the preference. */
export interface PreferencePayload {
  value: unknown;
}

/** The limits of one user's preferences: keys, bytes of JSON for each, and depth. */
export const preferenceLimits = { keys: 100, bytes: 16 * 1024, depth: 10 } as const;

/** A key: lower-case words separated by dots, such as `columns.sys.user`. */
export const isPreferenceKey = (key: string): boolean => key.length <= 64 && /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*$/.test(key);

/** The key of the recently opened records: `[{ resource, id, at }]`, `at` in milliseconds since 1970. */
export const recentKey = 'recent.records';
