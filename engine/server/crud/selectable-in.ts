import { statuses } from '@back-office/contract/status.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { column } from './columns.ts';

/** Status dictionaries whose 正常 marks a record that may still be chosen. */
const statusDicts = ['status', 'user_status'];

/** The conditions that the row `t` may still be chosen. */
export const selectableIn = (resource: Resource): RawBuilder<unknown>[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'dict' && statusDicts.includes(field.dict))
    .map(([name]) => sql`${column(name)} = ${sql.lit(statuses.enabled)}`);
