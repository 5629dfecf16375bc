import { statuses } from '@back-office/contract/status.ts';
import type { DictNode } from '@back-office/contract/calls/dict-tree.ts';
import type { Use } from '@back-office/contract/envelope.ts';
import type { Resource, WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { lockTree } from '@back-office/server/crud/check-tree.ts';
import { inUse, remove } from '@back-office/server/crud/delete.ts';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import { countUse, usesOf } from '@back-office/server/crud/uses-of.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { matchesEtag } from '@back-office/server/platform/http/matches-etag.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { conflict } from '@back-office/server/platform/http/refusal.ts';
import type { dict } from '../dict.ts';
import { dictTreeShape } from './dict-tree-shape.ts';
import { requireNoSystemWord } from './system-words.ts';
import { guardInUse, isUnusable } from '../../shared/server/guard-in-use.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { CachedFacts, lockFacts } from '@back-office/server/platform/database/cached-facts.ts';

/** Dictionaries: the tree that browsers load, and entries that cannot be removed while records use their values. */
export const dictPart: ResourcePart = {
  operations: { write: writeDicts, uses: dictUses, remove: removeDicts },
  routes: selectTreeRoute,
};

/** Fields that cannot change while records use the entry's value, or that of a descendant. */
const keeping = ['dictValue', 'parentId'] as const;

/** An entry that records use keeps its value and its place, and cannot be disabled; neither can its dictionary. */
async function writeDicts(
  context: Context,
  resource: WithFieldsOf<typeof dict>,
  checked: readonly CheckedOf<typeof dict>[],
): Promise<RecordOf<typeof dict>[]> {
  CachedFacts.in(context.db)?.bypass('dict');
  const moved = checked.filter(
    ({ values, current }) => current !== undefined && keeping.some((name) => values[name] !== undefined && values[name] !== current[name]),
  );
  const disabled = checked.filter(({ values, current }) => isUnusable(values.dictStatus) && current?.dictStatus === statuses.enabled);
  if (moved.length > 0 || checked.some(({ values }) => isUnusable(values.dictStatus))) await lockFacts(context.db, 'dict');
  const idsOf = (some: typeof checked) => some.map(({ id }) => id);
  await requireNoSystemWord(context, idsOf(moved));
  await requireNoSystemWord(context, idsOf(disabled), { disabling: true });
  const uses = moved.length === 0 ? [] : await valueUses(context, idsOf(moved));
  if (uses.length > 0) throw conflict({ conflict: 'reference', uses }, inUse(uses, '修改字典值或上级'));
  return guardInUse<typeof dict>('dictStatus', (asker, _resource, ids) => valueUses(asker, ids))(context, resource, checked);
}

async function removeDicts(context: Context, resource: Resource, ids: readonly string[]): Promise<void> {
  CachedFacts.in(context.db)?.bypass('dict');
  await lockTree(context, resource);
  await selectRows(context, resource, ids, { lock: true });
  await lockFacts(context.db, 'dict');
  await requireNoSystemWord(context, ids);
  const uses = await valueUses(context, ids);
  if (uses.length > 0) throw conflict({ conflict: 'reference', uses }, inUse(uses));
  await remove(context, resource, ids);
}

/** Entries are used by records with their values, and by their child entries. */
async function dictUses(context: Context, resource: Resource, ids: readonly string[]): Promise<Use[]> {
  return [...(await valueUses(context, ids)), ...(await usesOf(context, resource, ids))];
}

/** The uses of these entries' values or, for a dictionary, of its entries' values. */
async function valueUses(context: Context, ids: readonly string[]): Promise<Use[]> {
  const rows = await context.db
    .selectFrom('sys_dict as c')
    .innerJoin('sys_dict as p', 'p.id', 'c.parentId')
    .select(['p.dictValue as dict', 'c.dictValue as value'])
    .where((eb) => eb.or([eb('c.id', '=', anyOf(ids)), eb('p.id', '=', anyOf(ids))]))
    .where('p.parentId', 'is', null)
    .execute();
  const uses: Use[] = [];
  for (const resource of context.resources.filter(({ operations }) => operations.includes('save'))) {
    for (const [name, field] of Object.entries(resource.fields)) {
      const values = field.kind === 'dict' ? rows.filter(({ dict }) => dict === field.dict).map(({ value }) => value) : [];
      if (values.length === 0) continue;
      const found = await countUse(context, resource, name, sql`${sql.ref(`t.${name}`)} = ANY(${values}::text[])`);
      uses.push(...found.map((use) => ({ ...use, values })));
    }
  }
  return uses;
}

/** GET select-tree: loaded by everyone signed in, as every list shows labels from it. The ETag is the dictionaries' epoch. */
function selectTreeRoute(app: FastifyInstance, parts: RouteParts): void {
  app.get('/api/sys/dict/select-tree', { config: { right: 'session', keys: true, shape: dictTreeShape } }, async (request, reply) => {
    const { index, limit } = readAs(dictTreeShape.query, request.query);
    const epoch = await parts.db.selectFrom('sys_epoch').select('value').where('name', '=', 'dict').executeTakeFirst();
    const etag = `"dict-${epoch?.value ?? 0}-${index}-${limit}"`;
    reply.header('etag', etag);
    if (matchesEtag(request, etag)) return reply.code(304).send();
    return ok(await dictTree(parts.db, index, limit));
  });
}

/** Enabled entries nested as sysDicts; `index` and `limit` page the roots. */
async function dictTree(db: Kysely<Tables>, index: number, limit: number): Promise<{ items: DictNode[]; total: number }> {
  const rows = await db
    .selectFrom('sys_dict')
    .select(['id', 'parentId', 'dictLabel', 'dictValue', 'dictValueType', 'dictColor', 'dictSort'])
    .where('dictStatus', '=', statuses.enabled)
    .orderBy('dictSort')
    .orderBy('id')
    .$narrowType<{ dictValueType: DictNode['dictValueType'] }>()
    .execute();
  const nodes = new Map(rows.map((row) => [row.id, { ...row, sysDicts: new Array<DictNode>() }]));
  for (const node of nodes.values()) if (node.parentId !== null) nodes.get(node.parentId)?.sysDicts.push(node);
  const roots = [...nodes.values()].filter(({ parentId }) => parentId === null);
  return { items: roots.slice(index * limit, (index + 1) * limit), total: roots.length };
}
