import type { Office } from '@back-office/contract/office/office.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import { narrowColumns } from './check-database.ts';
import { untiedPairs } from './link-mistakes.ts';
import { neededColumns } from './needed-columns.ts';
import { unnamedIndexes } from './unnamed-indexes.ts';

/** What is told of the tables at a start and by the doctor, a sentence each with its cure: no reason not to start. */
export async function tableWarnings(db: Kysely<Tables>, office: Office): Promise<string[]> {
  return [
    ...(await narrowColumns(db, office.resources)),
    ...(await neededColumns(db, office.resources)),
    ...(await untiedPairs(db, office.resources)),
    ...(await unnamedIndexes(db, office)),
  ];
}
