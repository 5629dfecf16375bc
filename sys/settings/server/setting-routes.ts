import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { select } from '@back-office/server/crud/select.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readShape } from '@back-office/server/platform/http/read-as.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { conflict, Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { LiveSettings } from '@back-office/server/platform/live-settings.ts';
import type { FastifyInstance } from 'fastify';
import { type KnownSetting, textOfSetting } from '../known-setting.ts';
import { setting } from '../setting.ts';
import { settingShapes } from './setting-shapes.ts';
import { typedValue } from './typed-value.ts';
import type { SettingStore } from './setting-store.ts';

type SettingRow = Row<
  'sys_setting',
  'id' | 'version' | 'settingName' | 'fixedValue' | 'storedValue' | 'storedText' | 'storedFits' | 'defaultValue' | 'defaultText'
>;

interface Parts extends RouteParts {
  readonly liveSettings: LiveSettings;
  readonly store: SettingStore;
}

/**
 * PUT change/{id} with `{ version, value }`: the value in the format of its environment variable, null for the default. It applies on this node
 * before the answer, on others within seconds; the operation log records the old value. GET select-own returns the declarations of the modules'
 * settings, which the page does not have.
 */
export function settingRoutes(app: FastifyInstance, parts: Parts): void {
  const config = {
    right: { resource: setting.name, permission: 'change' },
    summary: '修改参数',
    shape: settingShapes.change,
  } as const;
  app.put<{ Params: { id: string } }>('/api/sys/setting/change/:id', { config }, async (request) => {
    const { version, value } = readShape(settingShapes.change.body, recordOf(request.body));
    const changed = await once(parts.db, request, async (db) => {
      const context = parts.contextOf(db, request);
      const row = await lock(context, request.params.id, version);
      const known = parts.store.known.find(({ name }) => name === row.settingName);
      if (known === undefined) throw new Refusal('gone');
      if (row.fixedValue !== null)
        throw new Refusal('refused', { message: `“${known.title}”由环境变量 ${known.name} 指定，请联系运维人员修改` });
      await change(parts, context, { row, known, value: value === null ? null : typedValue(known, value) });
      return select(context, setting, row.id);
    });
    await parts.store.refresh();
    return ok(changed);
  });
  const reading = {
    right: { resource: setting.name, permission: 'read' },
    summary: '各模块自己的参数怎样填写',
    shape: settingShapes.own,
  } as const;
  app.get('/api/sys/setting/select-own', { config: reading }, () => ok(parts.store.own));
}

/** Locks the settings and returns one; 40900 for a change based on an older version. */
async function lock(context: Context, id: string, version: number): Promise<SettingRow> {
  if (!isId(id)) throw new Refusal('gone');
  // Locks all rows: whether two values are compatible depends on both stored ones.
  const rows = await context.db.selectFrom('sys_setting').selectAll().orderBy('settingName').forUpdate().execute();
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Refusal('gone');
  if (row.version !== version) throw conflict({ conflict: 'version', current: await select(context, setting, id) });
  return row;
}

interface Change {
  readonly row: SettingRow;
  readonly known: KnownSetting;
  readonly value: string | null;
}

async function change({ store, liveSettings }: Parts, context: Context, { row, known, value }: Change): Promise<void> {
  const { name, title } = known;
  const stored = await store.stored(context.db);
  if (value === null) stored.delete(name);
  else stored.set(name, value);
  if (!liveSettings.mayHold(stored))
    throw refusedField('value', `这个值与其他参数矛盾：日志至少要保留到不允许删除的期限（${liveSettings.settings.logKeepDays} 天）`);
  const storedText = value === null ? null : textOfSetting(known, value);
  await context.db
    .updateTable('sys_setting')
    .set({ storedValue: value, storedText, storedFits: true, version: row.version + 1, updateTime: now, updateUser: context.user.userId })
    .where('id', '=', row.id)
    .execute();
  // For a message, its full text.
  const isMessage = known.input.kind === 'message';
  const valid = row.storedFits ? row : { storedValue: null, storedText: null };
  const before = isMessage ? (valid.storedValue ?? row.defaultValue) : (valid.storedText ?? row.defaultText);
  const after = isMessage ? (value ?? row.defaultValue) : (storedText ?? row.defaultText);
  const fields = [{ field: 'currentText', label: isMessage ? '内容' : '值', before, after }];
  await context.record(context, [{ resource: setting, type: value === null ? '恢复默认' : '修改', id: row.id, target: title, fields }]);
}
