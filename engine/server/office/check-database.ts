import type { Field } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { hasPinyin, labelPinyinField } from '../crud/search.ts';
import { snake } from '../platform/database/snake.ts';
import type { Tables } from '../platform/database/tables.ts';
import { linkMistakes } from './link-mistakes.ts';
import { extremeOf, isTooNarrow, numberType, rounds } from './number-column.ts';
import type { WaitingRecords } from './waiting.ts';

interface Index {
  readonly name: string;
  readonly isUnique: boolean;
  readonly first: string | null;
}

/** A table or view as it stands: the types of its columns, and its indexes. */
interface Stored {
  readonly isView: boolean;
  readonly columns: Readonly<Record<string, string>>;
  readonly indexes: readonly Index[];
  /** Whether its rows are counted as they come and go. */
  readonly isCounted: boolean;
}

/** The types of column that hold a kind's values; the first is the one to make. */
const typesOf: Readonly<Record<Field['kind'], readonly string[]>> = {
  text: ['text'],
  longText: ['text'],
  boolean: ['text'],
  dict: ['text'],
  colour: ['text'],
  secret: ['text'],
  number: ['integer', 'bigint', 'numeric'],
  date: ['date'],
  datetime: ['timestamp with time zone'],
  reference: ['uuid'],
  parent: ['uuid'],
  file: ['uuid'],
  references: [],
  ids: ['uuid[]'],
  texts: ['text[]'],
  json: ['jsonb'],
};

/** What the migrated database lacks of what is declared: one sentence for each mistake, with its place and its cure. */
export async function databaseMistakes(db: Kysely<Tables>, resources: readonly Resource[]): Promise<string[]> {
  const stored = await readStored(db);
  const mistakes = resources.flatMap((resource) => {
    const table = stored.get(resource.table);
    if (table === undefined) return [`${resource.name}.table: the database has no table ${resource.table}: make it in a migration`];
    return [
      ...columnMistakes(resource, table),
      ...uniqueMistakes(resource, table),
      ...sortMistakes(resource, table),
      ...countMistakes(resource, table),
    ];
  });
  return [...mistakes, ...(await linkMistakes(db, resources))];
}

async function readStored(db: Kysely<Tables>): Promise<ReadonlyMap<string, Stored>> {
  const { rows } = await sql<Stored & { name: string }>`
    SELECT c.relname AS name, c.relkind = 'v' AS is_view,
      (SELECT json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
      (SELECT coalesce(json_agg(json_build_object('name', i.relname, 'isUnique', x.indisunique, 'first', a.attname)), '[]')
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
        WHERE x.indrelid = c.oid) AS indexes,
      EXISTS (SELECT FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid WHERE g.tgrelid = c.oid AND p.proname = 'count_rows') AS is_counted
    FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v')`.execute(db);
  return new Map(rows.map(({ name, ...table }) => [name, table]));
}

/** The type without what limits it: timestamp(3) with time zone. */
const withoutLimits = (type: string): string => type.replace(/\(.*?\)/, '');

function columnMistakes(resource: Resource, { columns, isView }: Stored): string[] {
  const { name: place, table, fields, scope } = resource;
  const add = (column: string, type: string): string =>
    `${table} has no column ${column}: add it in a migration, such as ALTER TABLE ${table} ADD ${column} ${type}`;
  const base = { id: 'uuid', version: 'integer NOT NULL DEFAULT 1', ...(hasPinyin(resource) ? { [snake(labelPinyinField)]: 'text' } : {}) };
  return [
    ...Object.entries(base).flatMap(([column, type]) => (columns[column] === undefined ? [`${place}: ${add(column, type)}`] : [])),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const types = typesOf[field.kind];
      const column = snake(name);
      const found = columns[column];
      const type = field.kind === 'number' ? numberType(field, found) : types[0];
      if (type === undefined) return [];
      if (found === undefined) return [`${place}.fields.${name}: ${add(column, type)}`];
      const is = `${place}.fields.${name}: the column ${column} of ${table} is ${found}`;
      if (!types.includes(withoutLimits(found))) return [`${is}, which holds no ${field.kind}: make it ${type}`];
      if (field.kind !== 'number' || isView || !rounds(found, field)) return [];
      return [`${is}, which rounds numbers with ${field.decimals} decimals: ALTER TABLE ${table} ALTER ${column} TYPE ${type}`];
    }),
    ...(scope?.hidden ?? []).flatMap((name) =>
      columns[snake(name)] === undefined ? [`${place}.scope.hidden: ${add(snake(name), 'uuid')}`] : [],
    ),
  ];
}

/** Columns that refuse some of the numbers that their field allows: saving one fails. Told, but no reason not to start: nothing is lost. */
export async function narrowColumns(db: Kysely<Tables>, resources: readonly Resource[]): Promise<string[]> {
  const stored = await readStored(db);
  return resources.flatMap(({ name: place, table, fields }) => {
    const { columns = {}, isView = true } = stored.get(table) ?? {};
    return Object.entries(fields).flatMap(([name, field]) => {
      const [column, found = ''] = [snake(name), columns[snake(name)]];
      if (field.kind !== 'number' || isView || !isTooNarrow(found, field)) return [];
      return [
        `${place}.fields.${name}: the column ${column} of ${table} is ${found} and holds no number as large as ${extremeOf(field)}: ` +
          `ALTER TABLE ${table} ALTER ${column} TYPE ${numberType(field, found)}`,
      ];
    });
  });
}

/** Refusals tell what stands twice by the name of the index that refused it. */
function uniqueMistakes({ name: place, table, unique }: Resource, { indexes }: Stored): string[] {
  return unique.flatMap((names) => {
    const index = `${table}_${names.map(snake).join('_')}_key`;
    return indexes.some(({ name, isUnique }) => name === index && isUnique)
      ? []
      : [`${place}.unique: ${names.join(' and ')} may stand twice: make a unique index ${index} in a migration`];
  });
}

/** Records that nobody makes by hand grow for ever: a page of them must not sort them all. */
function sortMistakes({ name: place, table, sort, operations }: Resource, { indexes, isView }: Stored): string[] {
  const column = snake(sort.split(':')[0] ?? '');
  if (isView || operations.includes('create') || indexes.some(({ first }) => first === column)) return [];
  return [`${place}.sort: no index of ${table} begins with ${column}: make one in a migration, CREATE INDEX ON ${table} (${column}, id)`];
}

/** A total that is kept is believed: without its triggers it would be 0. */
function countMistakes({ name: place, table, browse }: Resource, { isCounted }: Stored): string[] {
  if (browse.counted !== true || isCounted) return [];
  return [`${place}.browse.counted: nothing counts the rows of ${table}: say so in a migration, SELECT keep_row_count('${table}')`];
}

/**
 * Dictionaries and defaults that people's choices lack: nobody can choose a value there, and nothing waits that is counted by one. Told,
 * but no reason not to start.
 */
export async function missingChoices(
  db: Kysely<Tables>,
  resources: readonly Resource[],
  waiting: readonly WaitingRecords[] = [],
): Promise<string[]> {
  const rows = await db
    .selectFrom('sys_dict as root')
    .leftJoin('sys_dict as entry', 'entry.parentId', 'root.id')
    .select(['root.dictValue as dict', 'entry.dictValue as value'])
    .where('root.parentId', 'is', null)
    .execute();
  const values = Map.groupBy(rows, ({ dict }) => dict);
  const uncounted = waiting.flatMap(({ name: place, resource, where }) =>
    where.flatMap(([operator, item]) => {
      const [name = '', value = ''] = item.split(/:(.*)/s);
      const field = resources.find((each) => each.name === resource)?.fields[name];
      if (field?.kind !== 'dict' || operator !== 'eq' || values.get(field.dict)?.some((entry) => entry.value === value) !== false)
        return [];
      return [`${place} counts ${resource} by ${item}, which is no choice of ${field.dict}: correct the word, or add it`];
    }),
  );
  const unchosen = resources.flatMap(({ name: place, fields }) =>
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.kind !== 'dict') return [];
      const entries = values.get(field.dict);
      if (entries === undefined)
        return [`${place}.fields.${name}: there is no dictionary ${field.dict}: make a root entry with that value, and its choices`];
      return field.default === undefined || entries.some(({ value }) => value === field.default)
        ? []
        : [`${place}.fields.${name}: its default ${field.default} is no choice of ${field.dict}: add it, or give another default`];
    }),
  );
  return [...unchosen, ...uncounted];
}
