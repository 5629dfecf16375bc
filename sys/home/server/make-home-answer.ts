import { sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { readWaiting } from '@back-office/server/office/read-waiting.ts';
import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import type { HomeAnswer } from '../home-answer.ts';
import { readLines } from './read-lines.ts';
import { readRecent } from './read-recent.ts';

/**
 * GET statistics/select-home: tasks waiting for the person, the daily values below the figures and recent records, each limited by right and data
 * scope like the lists they link to.
 */
export async function makeHomeAnswer(context: Context, features: readonly ServerFeature[]): Promise<HomeAnswer> {
  const { rows } = await sql<{ today: string }>`SELECT to_char(current_date, 'YYYY-MM-DD') AS today`.execute(context.db);
  const today = rows[0]?.today ?? '';
  return {
    today,
    waiting: await readWaiting(context, features, today),
    lines: await readLines(context),
    recent: await readRecent(context),
  };
}
