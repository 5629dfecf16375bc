import { statuses } from '@back-office/contract/status.ts';
import { sql } from 'kysely';

/**
 * Selects the ids of the functions whose grants do not count: the disabled ones and all below them, as they vanish from the menu. Both
 * steps read an index (migrations 0075 and 0002). It is the same for all rows, so that a statement runs it once.
 */
export const closedFunctions = sql`WITH RECURSIVE closed(id) AS (
  SELECT id FROM sys_function WHERE function_status <> ${sql.lit(statuses.enabled)}
  UNION SELECT f.id FROM sys_function f JOIN closed ON f.parent_id = closed.id
) SELECT id FROM closed`;
