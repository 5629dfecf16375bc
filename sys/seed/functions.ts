import { type MenuBranch, type MenuEntry, type MenuSection, sectionPath } from '@back-office/contract/office/menu.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import { statuses } from '@back-office/contract/status.ts';
import type { Operation, Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';

interface FunctionRow {
  id: string;
  parent_id: string | null;
  root_path: string;
  function_name: string;
  function_icon: string | null;
  function_permission: string | null;
  is_hidden: '是' | '否';
  function_component: string;
  redirect_path: string | null;
  function_sort: number;
}

/**
 * Puts in the function records that mirror the local routes, so that remote mode starts with the same menu; of a
 * database of an earlier version only the sections that it never had.
 */
export async function insertFunctions(
  db: Kysely<Tables>,
  { menu, resourceOf }: Office,
  isNew: (section: MenuEntry) => Promise<boolean>,
): Promise<void> {
  const rows: FunctionRow[] = [];
  for (const [at, group] of menu.entries()) {
    const fresh: boolean[] = [];
    for (const section of group.sections) fresh.push(await isNew(section));
    if (!fresh.includes(true)) continue;
    const stored = await db
      .selectFrom('sys_function')
      .select('id')
      .where('rootPath', '=', group.path)
      .where('parentId', 'is', null)
      .executeTakeFirst();
    const made = stored === undefined ? groupRow(group, at + 1) : undefined;
    if (made !== undefined) rows.push(made);
    const rootId = made?.id ?? stored?.id ?? '';
    rows.push(
      ...group.sections.flatMap((section, place) => (fresh[place] === true ? entryRows(resourceOf, section, rootId, place + 1) : [])),
    );
  }
  await sql`
    INSERT INTO sys_function (id, parent_id, root_path, function_name, function_icon, function_permission, is_hidden, function_component, redirect_path, function_sort, function_status)
    SELECT id, parent_id, root_path, function_name, function_icon, function_permission, is_hidden, function_component, redirect_path, function_sort, ${sql.lit(statuses.enabled)}
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x(id uuid, parent_id uuid, root_path text, function_name text, function_icon text,
      function_permission text, is_hidden text, function_component text, redirect_path text, function_sort integer)`.execute(db);
}

/**
 * Offers on the function records what was declared since they were made, such as the permission of a call that a company added: each
 * once, so that what somebody took out stays out. A database whose records are `asDeclared`, or older than this, is left as it is.
 */
export async function addPermissions(db: Kysely<Tables>, { menu, resourceOf }: Office, asDeclared: boolean): Promise<void> {
  const offered = new Map(
    menu
      .flatMap(({ sections }) => sections.flatMap((section) => entryRows(resourceOf, section, '', 0)))
      .flatMap(({ root_path: path, function_permission: words }) => (words?.split(',') ?? []).map((word) => ({ path, word })))
      .map((one) => [`permission ${one.path} ${one.word}`, one]),
  );
  const { rows } = await sql<Row<'sys_seed', 'name'>>`
    INSERT INTO sys_seed (name) SELECT unnest(${[...offered.keys()]}::text[]) ON CONFLICT DO NOTHING RETURNING name`.execute(db);
  const added = asDeclared ? [] : rows.flatMap(({ name }) => offered.get(name) ?? []);
  if (added.length === 0) return;
  await sql`
    UPDATE sys_function f SET version = f.version + 1, update_time = now(), function_permission = concat_ws(',', nullif(f.function_permission, ''), a.words)
    FROM (SELECT path, string_agg(word, ',') AS words FROM json_to_recordset(${JSON.stringify(added)}::json) AS x(path text, word text)
      WHERE NOT EXISTS (SELECT FROM sys_function WHERE root_path = path AND word = ANY(string_to_array(function_permission, ','))) GROUP BY path) a
    WHERE f.root_path = a.path`.execute(db);
}

function groupRow(group: MenuBranch, sort: number): FunctionRow {
  const first = group.sections[0];
  return {
    id: newId(),
    parent_id: null,
    root_path: group.path,
    function_name: group.title,
    function_icon: group.icon,
    function_permission: null,
    is_hidden: '否',
    function_component: 'Layout',
    redirect_path: first === undefined ? null : sectionPath(first),
    function_sort: sort,
  };
}

function entryRows(resourceOf: Office['resourceOf'], entry: MenuEntry, parentId: string, sort: number): FunctionRow[] {
  const row: FunctionRow = {
    id: newId(),
    parent_id: parentId,
    root_path: sectionPath(entry),
    function_name: entry.title,
    function_icon: entry.icon,
    function_permission: null,
    is_hidden: '否',
    function_component: 'AppMain',
    redirect_path: `${sectionPath(entry)}/list`,
    function_sort: sort,
  };
  if (!('page' in entry)) return sectionRows(resourceOf(entry.resource), entry, row);
  const words = ['read', ...Object.keys(entry.permissions ?? {})].join(',');
  return [{ ...row, function_permission: words, function_component: entry.page, redirect_path: null }];
}

function sectionRows(resource: Resource, section: MenuSection, entry: FunctionRow): FunctionRow[] {
  const path = entry.root_path;
  const page = (kind: 'list' | 'view', name: string, permission: string, at: number): FunctionRow => ({
    id: newId(),
    parent_id: entry.id,
    root_path: `${path}/${kind}`,
    function_name: name,
    function_icon: null,
    function_permission: permission,
    is_hidden: '是',
    function_component: `${resource.name}/${kind}`,
    redirect_path: null,
    function_sort: at,
  });
  const rows = [
    entry,
    page('list', `${resource.title}列表`, [permissionsOf(resource), ...Object.keys(section.permissions ?? {})].join(','), 1),
  ];
  if (resource.operations.includes('select'))
    rows.push(page('view', section.view ?? `${resource.title}信息`, viewPermissions(resource), 2));
  return rows;
}

const permissionFor: readonly (readonly [Operation, permission: string])[] = [
  ['create', 'add'],
  ['save', 'edit'],
  ['delete', 'delete'],
  ['save-batch', 'import'],
  ['export', 'export'],
];

/** The permissions that a resource's list knows: one for each thing that can be done there. */
function permissionsOf({ operations, import: importNames }: Resource): string {
  const words = permissionFor
    .filter(([operation]) => operations.includes(operation) && (operation !== 'save-batch' || importNames.length > 0))
    .map(([, word]) => word);
  return ['read', ...words].join(',');
}

const viewPermissions = ({ operations }: Resource): string => (operations.includes('save') ? 'read,edit' : 'read');
