import type { Resource } from '@back-office/contract/resource/resource.ts';
import { office } from '@back-office/app/office.ts';
import type { Context } from '../../engine/server/crud/context.ts';
import { selectOptions } from '../../engine/server/crud/select-options.ts';
import { selectPage } from '../../engine/server/crud/select-page.ts';
import type { Database } from '../../engine/server/platform/database/database.ts';
import { adminContext } from '../lib/admin-context.ts';
import type { Bench } from '../lib/bench.ts';
import { measure, ms } from '../lib/measure.ts';
import { planOf, statementsOf } from '../lib/plans.ts';
import { fillTables } from './fill-tables.ts';
import { measureInserts } from './inserts.ts';
import { type Question, questionsOf } from './questions.ts';

const { resourceOf } = office;

/** Lists of 1,000,000 operation logs and 100,000 users: pages, totals, searches, last pages. */
export const lists: Bench = async (database, scale) => {
  const logs = Math.round(1_000_000 * scale);
  await fillTables(database, Math.round(100_000 * scale), logs);
  const context = adminContext(database);
  const firstPages = new Map<string, number>();
  for (const question of questionsOf(logs)) await answer(database, context, question, firstPages);
  await measureInserts(database);
};

async function answer(database: Database, context: Context, question: Question, firstPages: Map<string, number>): Promise<void> {
  const resource = resourceOf(question.resource);
  const work = (): Promise<{ total: number; approximate?: true }> => call(context, resource, question);
  const { total, approximate } = await work();
  const { median, slow } = await measure(work);
  const plain = await measure(() => database.pool.query(question.plain), 5);
  if (question.first === undefined) firstPages.set(question.name, median);
  const first = firstPages.get(question.first ?? '');
  const ofFirst = first === undefined ? '' : `, ${(median / first).toFixed(1)} of the first page's time`;
  console.log(
    `\n${question.name}: ${ms(median)} (slow ${ms(slow)}), total ${approximate ? '约 ' : ''}${total}; plainly ${ms(plain.median)}, ${(plain.median / median).toFixed(1)} times as long${ofFirst}`,
  );
  const statements = await statementsOf(database, work);
  // The last statement reads the page's rows by their ids, always in the same way.
  for (const statement of question.options ? statements : statements.slice(0, -1)) console.log(`  ${await planOf(database, statement)}`);
}

const call = (context: Context, resource: Resource, { query, options = false }: Question): Promise<{ total: number; approximate?: true }> =>
  options ? selectOptions(context, resource, query, []) : selectPage(context, resource, query);
