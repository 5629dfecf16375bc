import type { Office } from '@back-office/contract/office/office.ts';
import { baseModule } from '@back-office/contract/office/module-names.ts';
import { baseFields, type Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { labelPinyinField } from '../crud/search.ts';
import { moduleOfMigration } from '../platform/database/read-migrations.ts';
import { snake } from '../platform/database/snake.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { ServerModule } from './server-module.ts';

interface Column {
  readonly tableName: string;
  readonly name: string;
  /** An insert that does not name it fails. */
  readonly isNeeded: boolean;
}

/**
 * Columns of declared tables that no declaration names, and columns of one module in a table of another that keep the
 * other from inserting: one sentence for each, with the cure. Columns that a module left which is not there now are
 * nobody's mistake; what an operator added to a table of ours is theirs.
 */
export async function columnMistakes(db: Kysely<Tables>, office: Office, modules: readonly ServerModule[]): Promise<string[]> {
  const columns = Map.groupBy(await readColumns(db), ({ tableName }) => tableName);
  const applied = await db.selectFrom('schema_migration').select('name').execute();
  const names = new Set([...office.modules.map(({ name }) => name), ...applied.map(({ name }) => moduleOfMigration(name))]);
  const here = new Set(office.modules.map(({ name }) => name));
  const declared = office.features.flatMap(({ resources = [] }) => resources);
  return office.resources.flatMap((resource) => {
    const known = knownColumns(resource, modules);
    const [own] = resource.name.split('/');
    const itsOwn = knownColumns(
      declared.find(({ name }) => name === resource.name) ?? resource,
      modules.filter(({ name }) => name === own),
    );
    return (columns.get(resource.table) ?? []).flatMap((column) => {
      // What its own module declares is no other's, whatever its name begins with: `acme_agreement_id` in a table of the module fleet.
      if (itsOwn.has(column.name)) return [];
      // The base module adds to nobody: `sys_org_id` in a table of another module is that module's own.
      const by = [...names].find((module) => module !== own && module !== baseModule && column.name.startsWith(`${module}_`));
      if (by !== undefined && column.isNeeded) return [needed(column, by)];
      const isOurs = own === baseModule ? by !== undefined && here.has(by) : by === undefined || here.has(by);
      return known.has(column.name) || !isOurs ? [] : [undeclared(resource, column.name, by)];
    });
  });
}

async function readColumns(db: Kysely<Tables>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT c.relname AS table_name, a.attname AS name, a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS is_needed
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum`.execute(db);
  return rows;
}

function knownColumns({ table, fields, scope }: Resource, modules: readonly ServerModule[]): ReadonlySet<string> {
  const listed = modules.flatMap(({ tables = {} }) => Object.keys(tables[table] ?? {}));
  const names = [
    'id',
    'version',
    labelPinyinField,
    ...Object.keys(baseFields),
    ...Object.keys(fields),
    ...(scope?.hidden ?? []),
    ...listed,
  ];
  return new Set(names.map(snake));
}

const needed = ({ tableName, name }: Column, module: string): string =>
  `${tableName}.${name}: the module ${module} added a column that must have a value, so that nothing can be inserted without it: ` +
  `ALTER TABLE ${tableName} ALTER ${name} DROP NOT NULL, in a migration of ${module} or by hand, or give it a default`;

const undeclared = (resource: Resource, column: string, by: string | undefined): string =>
  `${resource.name}: ${resource.table} has a column ${column} that no declaration names: ` +
  (by === undefined
    ? 'declare it, name it in the tables of the module’s server part, or drop it in a migration'
    : `declare it in an extension of the module ${by}, name it in the tables of the module’s server part, or drop it ` +
      'in a migration of that module');
