import type { Issue } from './issue.ts';

/** A rule that joins fields: sees the values to be stored and gives its issues. */
export type Rule = (values: Readonly<Record<string, unknown>>) => Issue[];

/**
 * Rules that join fields, by the name a declaration gives in `rules`; they stand beside the declarations, in the features.
 * Each sees the values to be stored (on an update: the stored record with the new values over it) and gives its issues;
 * both sides run them after every single field has passed.
 */
export type Rules = Readonly<Record<string, Rule>>;
