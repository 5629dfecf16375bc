import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { selectLocked } from '@back-office/server/crud/select.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import type { SettingTrial } from '@back-office/server/office/setting-trial.ts';
import { ago } from '@back-office/server/platform/database/now.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readShape } from '@back-office/server/platform/http/read-as.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { allSettings } from '../known-settings.ts';
import { setting } from '../setting.ts';
import { settingShapes } from './setting-shapes.ts';
import { typedValue } from './typed-value.ts';

/** Maximum number of trials per person and hour: each writes to other people's mailboxes or storages. */
const maxTrials = 10;
const type = '测试';

/**
 * POST test/{id} with `{ value? }`: tests a setting, with its current value or one typed and not yet saved, and returns the result in words. The
 * operation log records who tested it.
 */
export function trialRoute(app: FastifyInstance, parts: RouteParts, trials: () => readonly SettingTrial[]): void {
  const config = {
    right: { resource: setting.name, permission: 'change' },
    keys: false,
    summary: '测试参数',
    shape: settingShapes.test,
  } as const;
  app.post<{ Params: { id: string } }>('/api/sys/setting/test/:id', { config }, async (request) => {
    const { value } = readShape(settingShapes.test.body, recordOf(request.body ?? {}));
    const trialOf = (name: string) => trials().find(({ tries }) => tries(name));
    const written = await once(parts.db, request, async (db) => {
      const context = parts.contextOf(db, request);
      const row = await selectLocked(context, setting, request.params.id);
      const known = allSettings.find(({ name }) => name === row.settingName);
      const trial = known && trialOf(known.name);
      if (known === undefined || trial === undefined) throw new Refusal('refused', { message: '这个参数不能测试' });
      const said = await trial.write?.(context, known.name, value === undefined ? undefined : typedValue(known, value));
      await count(context);
      await context.record(context, [{ resource: setting, type, id: row.id, target: known.title, fields: [] }]);
      return { name: known.name, message: said ?? '' };
    });
    app.jobs.wake();
    return ok({ message: (await trialOf(written.name)?.ask?.()) ?? written.message });
  });
}

/** Serialised by a row lock: concurrent calls would each pass the limit. */
async function count({ db, user }: Context): Promise<void> {
  await db.selectFrom('sys_user').select('id').where('id', '=', user.userId).forNoKeyUpdate().execute();
  const { trials } = await db
    .selectFrom('sys_log_opt')
    .select((eb) => eb.fn.countAll<number>().as('trials'))
    .where('optTime', '>', ago('1 hour'))
    .where('createUser', '=', user.userId)
    .where('targetResource', '=', setting.name)
    .where('optType', '=', type)
    .executeTakeFirstOrThrow();
  if (trials >= maxTrials) throw new Refusal('tooMany', { retryAfter: 3600, message: `一小时内最多测试 ${maxTrials} 次，请稍后再试` });
}
