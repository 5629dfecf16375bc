import type { Issue } from './issue.ts';

/** A rule across fields: checks the values to be stored and returns its issues. */
export type Rule = (values: Readonly<Record<string, unknown>>) => Issue[];

/**
 * Rules across fields, by the names that declarations list in `rules`; features define them beside the declarations. Each receives the values to be
 * stored (on an update: the stored record with the new values) and returns its issues; both sides run them after every single field has passed.
 */
export type Rules = Readonly<Record<string, Rule>>;
