import { searchedFields } from '@back-office/contract/resource/browsing.ts';
import type { Field } from '@back-office/contract/resource/field.ts';
import { fieldSchema, isId } from '@back-office/contract/resource/field-schema.ts';
import { isDate } from '@back-office/contract/resource/is-date.ts';
import { isDatetime } from '@back-office/contract/resource/is-datetime.ts';
import { isPlainText } from '@back-office/contract/resource/plain-text.ts';
import { fieldOf, type Resource, shownField } from '@back-office/contract/resource/resource.ts';
import { limits } from '@back-office/contract/limits.ts';
import { tooManyFilters, unreadBound } from '@back-office/contract/list-texts.ts';
import { type RawBuilder, sql } from 'kysely';
import { refusedField } from '../platform/http/refusal.ts';
import { column, labelOf, targetOf } from './columns.ts';
import type { Context } from './context.ts';
import { contains, searchBoxCondition, holds, type Searching } from './search.ts';
import { isRoot, isUnder } from './tree.ts';

type Sql = RawBuilder<unknown>;
type Asker = Pick<Context, 'user' | 'resources' | 'resourceOf'>;

const operators = ['like', 'eq', 'ge', 'le', 'under'] as const;
/** `search` looks in all fields by which people know a record; the field that it names does not matter. */
export type Operator = (typeof operators)[number] | 'search';
export interface Filter {
  operator: Operator;
  field: string;
  value: string;
}

/** The value of a filter as the operation log shows it. A search looks in several fields, so one masked field masks the searched text. */
export const loggedValue = (resource: Resource, { operator, field, value }: Filter): string =>
  (operator === 'search' ? searchedFields(resource) : [field]).some((name) => fieldOf(resource, name).log === 'mask') ? '***' : value;

/** The bracket notation of some clients for lists; it is refused, since ignoring it would return all rows. */
const bracketed = /^(?:like|eq|ge|le|under|search|sort|index|limit|columns)\[/;

/** The query parameters that filter rows. */
export const filterParameters = [...operators, 'search'] as const;

/**
 * Reads the `like`, `eq`, `ge` and `le` items of a query (docs/wire.md "Generic calls"), and two filters beyond those: `search=text`, and
 * `under=field:id` for a record of a tree and all below it (docs/decisions/0058-records-beside-their-lists.md). The value starts after the first
 * colon. A field that a page does not show, or a value of the wrong type, is refused with 40000, never ignored.
 * @example
 * export const liveOnly = (query: Readonly<Record<string, unknown>>) =>
 *   readFilters(agreement, { ...query, eq: [...itemsOf(query['eq'], 'eq'), `agreementState:${states.live}`] });
 */
export function readFilters(resource: Resource, query: Readonly<Record<string, unknown>>): Filter[] {
  const wrong = Object.keys(query).find((name) => bracketed.test(name));
  if (wrong !== undefined) throw refusedField(wrong.slice(0, 50), '参数名不能带方括号，多个值请重复书写参数');
  const filters = operators.flatMap((operator) => itemsOf(query[operator], operator).map((item) => readFilter(resource, operator, item)));
  for (const typed of itemsOf(query['search'], 'search')) filters.push(readSearch(resource, typed.trim()));
  if (filters.length > limits.filters) throw refusedField('like', tooManyFilters);
  return filters;
}

/**
 * The values of a query parameter that may occur several times, as a list; empty where it is absent. Anything else is refused with 40000 under its
 * `name`.
 * @example
 * // `?state=草稿&state=生效` returns both.
 * export const statesOf = (query: { state?: unknown }) => itemsOf(query.state, 'state');
 */
export function itemsOf(value: unknown, name: string): string[] {
  if (value === undefined) return [];
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    if (typeof item !== 'string') throw refusedField(name, '参数格式不正确');
    return item;
  });
}

function readFilter(resource: Resource, operator: Operator, item: string): Filter {
  const colon = item.indexOf(':');
  if (colon < 1) throw refusedField(operator, '筛选条件应为“字段:值”');
  const name = item.slice(0, colon);
  const value = item.slice(colon + 1);
  const field = shownField(resource, name);
  if (field === undefined) throw refusedField(name, `不能按该字段筛选：${name.slice(0, 50)}`);
  const issue = valueIssue(field, operator, value);
  if (issue !== undefined) throw refusedField(name, issue);
  return { operator, field: name, value };
}

function readSearch(resource: Resource, value: string): Filter {
  const issue = valueIssue(fieldOf(resource, resource.label), 'like', value);
  if (issue !== undefined) throw refusedField('search', issue);
  return { operator: 'search', field: resource.label, value };
}

function valueIssue(field: Field, operator: Operator, value: string): string | undefined {
  if (value.length > limits.filterLength) return `${field.label}的筛选值不能超过 ${limits.filterLength} 个字符`;
  if (!isPlainText(value)) return `${field.label}的筛选值含有不可见的控制字符`;
  if (value === '') return operator === 'ge' || operator === 'le' ? `${field.label}的筛选值不能为空` : undefined;
  if (operator === 'under' && field.kind !== 'reference' && field.kind !== 'parent') return `${field.label}没有下级`;
  if (field.kind === 'number') {
    const pattern = operator === 'like' ? /^[-0-9.]+$/ : /^-?\d{1,15}(?:\.\d{1,6})?$/;
    return pattern.test(value) ? undefined : unreadBound(field);
  }
  if (field.kind === 'datetime' || field.kind === 'date') {
    const isDay = field.kind === 'date';
    const fits = operator === 'like' ? (isDay ? /^[-0-9]+$/ : /^[-0-9 :]+$/).test(value) : (isDay ? isDate : isDatetime)(value);
    return fits ? undefined : unreadBound(field);
  }
  if ((operator === 'ge' || operator === 'le') && field.kind !== 'text') return `${field.label}不支持范围筛选`;
  if ((operator === 'eq' || operator === 'under') && isIdKind(field)) return isId(value) ? undefined : `${field.label}不是有效的编号`;
  const isFixed = operator === 'eq' && (field.kind === 'boolean' || field.kind === 'colour');
  return isFixed ? fieldSchema(field).safeParse(value).error?.issues[0]?.message : undefined;
}

const isIdKind = (field: Field): boolean => ['reference', 'references', 'parent', 'file', 'ids'].includes(field.kind);

/**
 * The WHERE condition of filters on the row `t`: items are AND-ed, but `eq` items of one field OR-ed. `options` control the use of gram indexes. "No
 * parent" (`eq=parentId:`) means no parent that this person sees. The condition that the person may see a row is separate: `visible`.
 * @example
 * // The total amount of the agreements that a filtered list shows.
 * export async function amountOf(context: Context, query: Readonly<Record<string, unknown>>) {
 *   const found = conditionOf(context, agreement, readFilters(agreement, query));
 *   const { rows } = await sql<{ amount: number }>`
 *     SELECT coalesce(sum(t.agreement_amount), 0)::float8 AS amount
 *     FROM acme_agreement t WHERE ${visible(context, agreement)} AND ${found}`.execute(context.db);
 *   return rows[0]?.amount ?? 0;
 * }
 */
export function conditionOf(asker: Asker, resource: Resource, filters: readonly Filter[], options: Searching = {}): Sql {
  const conditions: Sql[] = [];
  const equalities = filters.filter(({ operator }) => operator === 'eq');
  for (const [name, items] of Map.groupBy(equalities, ({ field }) => field)) {
    const alternatives = items.map(({ value }) => equals(asker, resource, name, value));
    conditions.push(sql`(${sql.join(alternatives, sql` OR `)})`);
  }
  for (const { operator, field, value } of filters) {
    if (operator === 'like' && value !== '') conditions.push(isLike(asker, resource, field, value, options));
    if (operator === 'search' && value !== '') conditions.push(searchBoxCondition(resource, value, options));
    if (operator === 'under' && value !== '') {
      const target = targetOf(resource, fieldOf(resource, field), asker.resourceOf) ?? resource;
      conditions.push(isUnder(asker, target, field, value, resource.name));
    }
    if (operator === 'ge') conditions.push(sql`${column(field)} >= ${castValue(resource, field, value)}`);
    if (operator === 'le') conditions.push(atMost(resource, field, value));
  }
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

function equals(asker: Asker, resource: Resource, name: string, value: string): Sql {
  const field = fieldOf(resource, name);
  if (field.kind === 'references') {
    const pairs = sql`SELECT FROM ${sql.table(field.link)} l WHERE l.owner_id = t.id`;
    return value === '' ? sql`NOT EXISTS (${pairs})` : sql`EXISTS (${pairs} AND l.target_id = ${value}::uuid)`;
  }
  if (field.kind === 'ids') return value === '' ? sql`${column(name)} = '{}'` : sql`${value}::uuid = ANY(${column(name)})`;
  if (field.kind === 'texts') return value === '' ? sql`${column(name)} = '{}'` : sql`${value} = ANY(${column(name)})`;
  if (value === '') return field.kind === 'parent' ? isRoot(asker, resource, name) : sql`${column(name)} IS NULL`;
  if (field.kind === 'datetime') return sql`(${column(name)} >= ${value}::timestamptz AND ${atMost(resource, name, value)})`;
  return sql`${column(name)} = ${castValue(resource, name, value)}`;
}

/** Times travel with seconds and are stored with microseconds: "up to a second" includes the whole second. */
function atMost(resource: Resource, name: string, value: string): Sql {
  if (resource.fields[name]?.kind === 'datetime') return sql`${column(name)} < ${value}::timestamptz + interval '1 second'`;
  return sql`${column(name)} <= ${castValue(resource, name, value)}`;
}

function castValue(resource: Resource, name: string, value: string): Sql {
  const field = fieldOf(resource, name);
  if (field.kind === 'number') return sql`${value}::numeric`;
  if (field.kind === 'datetime') return sql`${value}::timestamptz`;
  if (field.kind === 'date') return sql`${value}::date`;
  return isIdKind(field) ? sql`${value}::uuid` : sql`${value}::text`;
}

/** Case-insensitive substring search; a reference is searched by its label. */
function isLike({ resourceOf }: Asker, resource: Resource, name: string, value: string, options: Searching): Sql {
  const field = fieldOf(resource, name);
  if (field.kind === 'references') {
    const target = resourceOf(field.to);
    return sql`EXISTS (SELECT FROM ${sql.table(field.link)} l JOIN ${sql.table(target.table)} r ON r.id = l.target_id
      WHERE l.owner_id = t.id AND ${contains(sql.ref(`r.${target.label}`), value)})`;
  }
  const label = labelOf(resource, name, field, resourceOf);
  if (label !== undefined) return contains(label, value);
  if (field.kind === 'datetime') return contains(sql`to_char(${column(name)}, 'YYYY-MM-DD HH24:MI:SS')`, value);
  if (field.kind === 'date') return contains(sql`to_char(${column(name)}, 'YYYY-MM-DD')`, value);
  if (field.kind === 'texts') return sql`EXISTS (SELECT FROM unnest(${column(name)}) one WHERE ${contains(sql.ref('one'), value)})`;
  if (field.kind === 'text' || field.kind === 'longText') return holds(resource, name, value, options);
  return contains(sql`${column(name)}::text`, value);
}
