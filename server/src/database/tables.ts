/** Tables by name and their columns in camel case, as Kysely sees them. */
export type Tables = Record<string, Record<string, unknown>>;
