import { recordIn } from '@back-office/contract/record-in.ts';
import { checkRecord } from '@back-office/contract/resource/check-record.ts';
import type { Issue } from '@back-office/contract/resource/issue.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow, RecordOf } from '@back-office/contract/resource/row.ts';
import { newId } from '../platform/database/new-id.ts';
import { conflict, Refusal, refused } from '../platform/http/refusal.ts';
import { hashPassword } from '../identity/passwords/password.ts';
import { changeOf } from './change.ts';
import type { Checked, CheckedOf, Posted, ToWrite, Writes } from './checked.ts';
import { checkTargets } from './check-targets.ts';
import { checkTree, lockTreeForSave } from './check-tree.ts';
import type { Context } from './context.ts';
import { create } from './create.ts';
import { parkTaken } from './find-duplicates.ts';
import { selectRows } from './select.ts';
import { splitRecord } from './split-record.ts';
import { refuseLookalikes } from './lookalikes.ts';
import { uniqueRefusal } from './unique.ts';
import { hasLinks, insertPrepared, updatePrepared, withPinyin, writeLinks } from './write-rows.ts';

/**
 * POST save: without `id` inserts, with `id` updates; returns the whole saved record (docs/wire.md "Generic calls"). Call it in a transaction.
 * `write` writes the checked record: `writeAll`, or the operation with its wraps (`services.operationsOf(name).write`). Refuses with 40000 and every
 * issue found, 40300, 40400, or 40900.
 * @example
 * // Saves an agreement from another system as if a person had typed it.
 * export const takeOver = ({ operationsOf }: Services, context: Context, values: { agreementName: string; acmePartyId: string }) =>
 *   save(context, agreement, values, operationsOf(agreement.name).write);
 */
export async function save<Row extends AnyRow>(context: Context, resource: Resource, posted: Posted, write: Writes<Row>): Promise<Row> {
  requirePermission(context, resource, [posted], 'add');
  const { checked, issues } = await checkAll(context, resource, [posted], { alone: true });
  if (issues.length > 0) throw refused(issues.map(({ field, message }) => ({ field, message })));
  const [row] = await write(context, resource, checked);
  if (row === undefined) throw new Refusal('gone');
  return row;
}

interface BatchOptions {
  readonly ids?: readonly string[];
  readonly pending?: ReadonlySet<string>;
  readonly alone?: boolean;
}

/**
 * Checks the posted records as one batch: one query per kind of check, not per record. Each issue names its row; the checked records are in the order
 * posted. Stored records are locked for the transaction. `ids` are the ids of new records, if given; the parent of a new record may be `pending`: not
 * stored yet, but about to be. An immediate refusal names its row too, unless the record is `alone`.
 * @example
 * export async function addLines(context: Context, lines: readonly Readonly<Record<string, unknown>>[]) {
 *   const { checked, issues } = await checkAll(context, agreementLine, lines);
 *   if (issues.length > 0) throw refused(issues);
 *   return writeAll(context, agreementLine, checked);
 * }
 */
export async function checkAll<R extends Resource>(
  context: Context,
  resource: R,
  posted: readonly Posted[],
  options?: BatchOptions,
): Promise<{ checked: CheckedOf<R>[]; issues: (Issue & { row: number })[] }>;
export async function checkAll(
  context: Context,
  resource: Resource,
  posted: readonly Posted[],
  { ids = [], pending = new Set(), alone = false }: BatchOptions = {},
): Promise<{ checked: Checked[]; issues: (Issue & { row: number })[] }> {
  if (parentFieldOf(resource) !== undefined) await lockTreeForSave(context, resource, posted);
  const stored = await readStored(context, resource, posted, alone);
  const issues: (Issue & { row: number })[] = [];
  const checked = posted.map((record, row): Checked => {
    const { current, issue } = stored[row] ?? {};
    const { values, issues: found } = issue === undefined ? checkOne(context, resource, record, current) : { values: {}, issues: [issue] };
    issues.push(...found.map((issue) => ({ ...issue, row })));
    return { id: current?.id ?? ids[row] ?? newId(), values, current };
  });
  const targets = await checkTargets(context, resource, checked, pending);
  issues.push(...targets.flatMap((found, row) => found.map((issue) => ({ ...issue, row }))));
  // No guard may take a refused value for one of the field's.
  for (const { row, field } of issues) Reflect.deleteProperty(checked[row]?.values ?? {}, field);
  return { checked, issues };
}

/**
 * Writes checked records, logs the changes in the operation log, and returns the records as stored. Throws 40900 for a duplicate or a cycle, 40300
 * for a record that would be outside the user's data scope.
 * @example
 * const importAll = async (context: Context, posted: Readonly<Record<string, unknown>>[]) => {
 *   const { checked, issues } = await checkAll(context, org, posted);
 *   return issues.length > 0 ? issues : writeAll(context, org, checked);
 * };
 */
export async function writeAll<R extends Resource>(context: Context, resource: R, records: readonly ToWrite<R>[]): Promise<RecordOf<R>[]> {
  const checked = records.map((record): Checked => ({ current: undefined, ...record }));
  const rows = await withPinyin(resource, await Promise.all(checked.map((row) => withHashes(context, resource, row))));
  const assertNoEscalation = await context.guardEscalation(context, resource.name, checked);
  const written = await writeAndRead(context, resource, rows);
  // Written, but not visible: the record was moved out of this user's data scope. The transaction is rolled back.
  if (written.length !== rows.length) throw new Refusal('notPermitted', { message: '不能把数据保存到自己的数据范围之外' });
  refuseSkippedTimes(resource, written, checked);
  await assertNoEscalation();
  const changes = written.map((row, at) => changeOf(resource, checked[at]?.current, row, checked[at]?.values));
  await context.record(context, changes);
  return written;
}

/** Sends all statements of a write without waiting for each other's answers (pipelining); of several failures the first in order is thrown. */
async function writeAndRead<R extends Resource>(context: Context, resource: R, rows: readonly Checked[]): Promise<RecordOf<R>[]> {
  const added = rows.filter(({ current }) => current === undefined);
  const refuse = (error: unknown): never => {
    throw uniqueRefusal(resource, error, rows) ?? error;
  };
  const parked = (await parkTaken(context, resource, rows)).filter(({ current }) => current !== undefined);
  const steps = [
    refuseLookalikes(context, resource, rows),
    insertPrepared(context, resource, added).catch(refuse),
    updatePrepared(context, resource, parked).catch(refuse),
  ];
  if (hasLinks(resource)) {
    await firstFailure(steps);
    await writeLinks(context, resource, rows).catch(refuse);
  }
  const ids = rows.map(({ id }) => id);
  const written = selectRows(context, resource, ids);
  await firstFailure([...steps, checkTree(context, resource, rows), written]);
  return written;
}

/** Waits for all steps, and throws the error of the first that failed, in their order. */
async function firstFailure(steps: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(steps)).find((step) => step.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/**
 * Refuses times that the database returned changed: when clocks are put forward, the skipped hour does not exist in the server's time zone, and the
 * database stores a later time (docs/hardening.md C09).
 */
function refuseSkippedTimes(resource: Resource, written: readonly AnyRow[], checked: readonly Checked[]): void {
  for (const [name, { kind, label }] of Object.entries(resource.fields)) {
    if (kind !== 'datetime') continue;
    const row = checked.findIndex(({ values }, at) => typeof values[name] === 'string' && values[name] !== written[at]?.[name]);
    if (row >= 0) throw refused([{ field: name, message: `${label}不存在：当地时钟跳过了这一刻`, ...(checked.length > 1 ? { row } : {}) }]);
  }
}

/** Refuses with 40300 unless the user may add (or import) the new records and edit the others. */
export function requirePermission(context: Context, resource: Resource, posted: readonly Posted[], inserting: 'add' | 'import'): void {
  for (const permission of new Set(posted.map((record) => (hasId(record) ? 'edit' : inserting)))) {
    if (!may(context.user.rights, resource.name, permission)) throw new Refusal('notPermitted');
  }
}

/** An id that is not a text names no record, and must never be turned into one (docs/hardening.md C10). */
const hasId = (record: Posted): boolean => record['id'] !== undefined && record['id'] !== null && record['id'] !== '';

/** The stored record of each posted one, undefined for inserts; or what is wrong with its id or version. Refuses missing, hidden and outdated ones. */
async function readStored(
  context: Context,
  resource: Resource,
  posted: readonly Posted[],
  alone: boolean,
): Promise<{ current?: AnyRow; issue?: Issue }[]> {
  const ids = posted.map(({ id }) => (typeof id === 'string' && id !== '' ? id.toLowerCase() : undefined));
  const wanted = ids.filter((id) => isId(id));
  const rows = wanted.length === 0 ? [] : await selectRows(context, resource, wanted, { lock: true });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const seen = new Set<string>();
  return posted.map((record, row) => {
    const [id, { version }, place] = [ids[row], record, alone ? {} : { row }];
    if (id === undefined) return hasId(record) ? { issue: { field: 'id', message: '编号格式不正确' } } : {};
    if (seen.has(id)) return { issue: { field: 'id', message: '同一条数据出现了多次' } };
    seen.add(id);
    const current = byId.get(id);
    if (current === undefined) throw new Refusal('gone', alone ? {} : { data: place });
    if (typeof version !== 'number' || !Number.isInteger(version)) return { issue: { field: 'version', message: '修改时必须带上版本号' } };
    if (version !== current.version) throw conflict({ conflict: 'version', current, ...place });
    return { current };
  });
}

function checkOne(
  { rules }: Context,
  resource: Resource,
  record: Posted,
  current: AnyRow | undefined,
): { values: Record<string, unknown>; issues: Issue[] } {
  const { values: given, issues } = splitRecord(resource, record, current);
  const found = checkRecord(resource, current === undefined ? withDefaults(resource, given) : given, {
    whole: current === undefined,
    rules,
    ...(current ? { current } : {}),
  });
  return { values: found.values, issues: [...issues, ...found.issues] };
}

function withDefaults(resource: Resource, given: Record<string, unknown>): Record<string, unknown> {
  const defaults = Object.entries(create(resource)).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(defaults), ...given };
}

/** A secret already hashed by an operation, in place of its text. */
export interface Hashed {
  readonly hash: string;
}

/** Stores secrets only as hashes. An empty secret leaves the stored one unchanged. */
async function withHashes({ hash = hashPassword }: Context, { fields }: Resource, row: Checked): Promise<Checked> {
  const hashed = async (value: unknown) => (typeof value === 'string' ? hash(value) : recordIn(value)['hash']);
  const entries = await Promise.all(
    Object.entries(row.values).map(async ([name, value]) => [name, fields[name]?.kind === 'secret' ? await hashed(value) : value] as const),
  );
  return { ...row, values: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
}
