import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { readIds } from '../delete.ts';
import { type Filter, itemsOf, loggedValue, readFilters } from '../filter.ts';
import type { Wanted } from '../find-ids.ts';
import { orderKeys } from '../order.ts';
import { seesAll } from '../visible.ts';
import { wantedRows } from '../wanted-rows.ts';
import { refusedField } from '../../platform/http/refusal.ts';

export type Query = Readonly<Record<string, unknown>>;

/** The rows to export, and their columns in order. */
export interface ExportPlan {
  readonly resource: Resource;
  readonly columns: readonly string[];
  readonly wanted: Wanted;
  /** The query in words, for the operation log. */
  readonly words: string;
}

/**
 * Reads the query of an export: the filters and the order of select-page, and `columns`. Refuses with 40000 whatever select-page would refuse, and a
 * column that may not be exported. Runs no SQL.
 */
export function planExport(context: Context, resource: Resource, query: Query): ExportPlan {
  const filters = readFilters(resource, query);
  const ids = readChosen(query);
  const columns = readColumns(resource, query);
  const { where, search } = wantedRows(context, resource, filters);
  const wanted: Wanted = {
    resource,
    where: ids === undefined ? where : sql`${where} AND t.id = ANY(${ids}::uuid[])`,
    search,
    keys: orderKeys(resource, query, context.resourceOf),
    all: filters.length === 0 && ids === undefined && seesAll(context, resource),
    offset: 0,
    limit: 1,
  };
  return { resource, columns, wanted, words: describe(resource, filters, columns, ids) };
}

/** The ids of the selected records, or undefined to export all that match. */
function readChosen(query: Query): readonly string[] | undefined {
  const given = itemsOf(query['ids'], 'ids');
  return given.length === 0 ? undefined : readIds(given.join(','), '导出');
}

function readColumns(resource: Resource, query: Query): readonly string[] {
  const given = itemsOf(query['columns'], 'columns').filter((item) => item !== '');
  if (given.length === 0) return resource.export;
  const columns = given.flatMap((item) => item.split(','));
  const unknown = columns.find((name) => !resource.export.includes(name));
  if (unknown !== undefined) throw refusedField('columns', `不能导出该列：${unknown.slice(0, 50)}`);
  if (new Set(columns).size !== columns.length) throw refusedField('columns', '导出的列有重复');
  return columns;
}

const signs: Readonly<Record<Filter['operator'], string>> = { like: '含', eq: '为', ge: '≥', le: '≤', under: '属于', search: '搜索' };

function describe(resource: Resource, filters: readonly Filter[], columns: readonly string[], ids: readonly string[] | undefined): string {
  const label = (name: string): string => fieldOf(resource, name).label;
  const conditions = filters.map(
    (filter) => `${filter.operator === 'search' ? '' : label(filter.field)}${signs[filter.operator]}“${loggedValue(resource, filter)}”`,
  );
  if (ids !== undefined) conditions.push(`所选 ${ids.length} 条`);
  return `条件：${conditions.join('，') || '无'}；列：${columns.map(label).join('、')}`;
}
