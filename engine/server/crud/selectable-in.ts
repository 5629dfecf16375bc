import { statuses } from '@back-office/contract/status.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { column } from './columns.ts';

/** Dictionaries whose 正常 marks a record as one that may still be chosen. */
const statusDicts = ['status', 'user_status'];

/** The conditions of a row `t` that may still be chosen. */
export const selectableIn = (resource: Resource): RawBuilder<unknown>[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'dict' && statusDicts.includes(field.dict))
    .map(([name]) => sql`${column(name)} = ${sql.lit(statuses.enabled)}`);
