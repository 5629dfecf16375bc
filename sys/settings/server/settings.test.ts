import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { defaultOf, liveKeys, LiveSettings } from '@back-office/server/platform/live-settings.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { listenDescribed } from '@back-office/app/testing/server/listen-described.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { until } from '@back-office/server/testing/until.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type KnownSetting, settingRule, settingValue, textOfSetting } from '../known-setting.ts';
import { allSettings, knownSettings } from '../known-settings.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ environment: { LOCK_MINUTES: '7' } });
  await listenDescribed(app);
  admin = await app.admin();
});
afterAll(() => app.drop());

const rowOf = async (name: string): Promise<AnyRow> =>
  (await app.call<{ items: AnyRow[] }>(admin, 'GET', `sys/setting/select-page?eq=settingName:${name}`)).data.items[0] ?? expect.fail(name);
const change = async (name: string, value: unknown, token = admin) => {
  const { id, version } = await rowOf(name);
  return app.call(token, 'PUT', `sys/setting/change/${id}`, { version, value });
};
afterEach(async () => {
  const { data } = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/setting/select-page?eq=settingSource:已修改&limit=100');
  for (const { settingName } of data.items) expect((await change(String(settingName), null)).code).toBe(20000);
});

describe('the settings', () => {
  it('are listed with the current value, its source and the default', async () => {
    const { data } = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/setting/select-page?limit=100');
    expect(data.items.map(({ settingName }) => settingName)).toEqual(allSettings.map(({ name }) => name));
    expect(new Set(knownSettings.map(({ name }) => name))).toEqual(new Set(Object.keys(liveKeys)));
    // Contiguous groups.
    const groups = allSettings.map(({ group }) => group);
    expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual([...new Set(groups)]);
    expect(await rowOf('SESSION_HOURS')).toMatchObject({ currentText: '12 小时', settingSource: '默认值', defaultText: '12 小时' });
    expect(await rowOf('LOCK_MINUTES')).toMatchObject({ currentText: '7 分钟', settingSource: '环境变量', defaultText: '不锁屏' });
  });

  it('apply at once when they are changed, record who changed them, and can be reset', async () => {
    expect((await change('APP_TITLE', ' 某某公司 ')).data).toMatchObject({
      currentText: '某某公司',
      settingSource: '已修改',
      updateUser: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    });
    const config = () => app.call<{ title: string }>(undefined, 'GET', 'config');
    expect((await config()).data.title).toBe('某某公司');
    expect((await change('APP_TITLE', null)).data).toMatchObject({ settingSource: '默认值' });
    expect((await config()).data.title).toBe('管理后台');
    const { data } = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/log-opt/select-page?eq=optModule:参数设置&sort=optTime:asc');
    expect(data.items.map(({ optType, optTarget, optChanges }) => [optType, optTarget, optChanges])).toEqual([
      ['修改', '系统名称', [{ field: 'currentText', label: '值', before: '管理后台', after: '某某公司' }]],
      ['恢复默认', '系统名称', [{ field: 'currentText', label: '值', before: '某某公司', after: '管理后台' }]],
    ]);
  });

  it('cannot be changed if they are set by the environment', async () => {
    const { code, message } = await change('LOCK_MINUTES', '9');
    expect([code, message]).toEqual([40000, '“自动锁屏”由环境变量 LOCK_MINUTES 指定，请联系运维人员修改']);
    expect(await rowOf('LOCK_MINUTES')).toMatchObject({ currentText: '7 分钟' });
  });

  it('need a right to be read and another to be changed, and a stale version is refused', async () => {
    const [reader, nobody] = [await app.userWith({ 'sys/setting': ['read'] }), await app.userWith({ 'sys/dict': ['read'] })];
    expect((await app.call(reader.token, 'GET', 'sys/setting/select-page')).code).toBe(20000);
    expect((await app.call(nobody.token, 'GET', 'sys/setting/select-page')).code).toBe(40300);
    expect((await change('SESSION_HOURS', '1', reader.token)).code).toBe(40300);
    const { id, version } = await rowOf('SESSION_HOURS');
    const both = await Promise.all(['1', '2'].map((value) => app.call(admin, 'PUT', `sys/setting/change/${id}`, { version, value })));
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([20000, 40900]);
  });

  it.each([
    ['SESSION_HOURS', '0'],
    ['SESSION_HOURS', '721'],
    ['SESSION_HOURS', 12],
    ['SESSION_HOURS', '-1'],
    ['SESSION_HOURS', '1e1'],
    ['PASSWORD_DAYS', '1.5'],
    ['REGISTRATION', 'yes'],
    ['APP_TITLE', '  '],
    ['APP_TITLE', '一'.repeat(51)],
    ['APP_TITLE', 'a\u0000b'],
    ['WATERMARK', 'a-role'],
    ['LOG_OPERATION_DAYS', '30'],
  ])('refuse %s = %j, and nothing is changed', async (name, value) => {
    const before = await app.digest();
    expect((await change(name, value)).code).toBe(40000);
    expect(await app.digest()).toBe(before);
  });
});

describe('a changed setting applies to', () => {
  it('the lifetime of sessions, including those already open', async () => {
    const { token } = await app.userWith({});
    expect((await change('SESSION_HOURS', '1')).code).toBe(20000);
    await app.database.pool.query(
      "UPDATE sys_session SET last_seen_time = now() - interval '2 hours' WHERE token_hash <> (SELECT token_hash FROM sys_session ORDER BY login_time LIMIT 1)",
    );
    expect((await app.call(token, 'GET', 'sys/user/select-roles')).code).toBe(40003);
  });

  it('the number of sessions per person', async () => {
    const person = await app.userWith({});
    await change('SINGLE_SIGN_ON', 'on');
    await app.signIn(person.account, userPassword);
    expect((await app.call(person.token, 'GET', 'sys/user/select-roles')).code).toBe(41003);
  });

  it('the watermark, the second step and the age of passwords', async () => {
    const person = await app.userWith({});
    await change('WATERMARK', 'on');
    expect((await app.call<AnyRow | null>(person.token, 'GET', 'session/watermark')).data).not.toBeNull();
    await change('TWO_STEP', 'required');
    expect((await app.call(person.token, 'GET', 'sys/user/preference')).code).toBe(40303);
    // Nor may anybody who has a second factor switch it off.
    expect((await app.call(person.token, 'GET', 'sys/user/two-step')).data).toMatchObject({ required: true });
    // It applies to the administrator's own calls as well, so it is reset in the database.
    await app.database.pool.query("UPDATE sys_setting SET stored_value = NULL, stored_text = NULL WHERE setting_name = 'TWO_STEP'");
    await until(async () => (await app.call(person.token, 'GET', 'sys/user/preference')).code === 20000);
    await app.database.pool.query("UPDATE sys_user SET password_time = now() - interval '31 days' WHERE id = $1", [person.userId]);
    expect((await change('PASSWORD_DAYS', '30')).code).toBe(20000);
    expect((await app.call(person.token, 'GET', 'sys/user/select-roles')).code).toBe(40301);
    expect((await change('PASSWORD_DAYS', '32')).code).toBe(20000);
    expect((await app.call(person.token, 'GET', 'sys/user/select-roles')).code).toBe(20000);
  });

  it('size limits, daily limits and retention', async () => {
    const config = async () => (await app.call<{ upload: { chunkSize: number }; recycleDays: number }>(undefined, 'GET', 'config')).data;
    for (const [name, value] of [
      ['UPLOAD_CHUNK_MB', '8'],
      ['RECYCLE_DAYS', '90'],
      ['BACKUP_KEEP', '3'],
      ['SMS_DAILY_PER_NUMBER', '7'],
    ] as const)
      expect((await change(name, value)).code, name).toBe(20000);
    expect(await config()).toMatchObject({ upload: { chunkSize: 8 * 1024 * 1024 }, recycleDays: 90 });
    // Also applies to settings objects that code has kept a reference to.
    const { limits, sms } = app.server.settings;
    expect([limits.backupKeep, sms.perNumber]).toEqual([3, 7]);
    await change('BACKUP_KEEP', null);
    await change('SMS_DAILY_PER_NUMBER', '9');
    expect([limits.backupKeep, sms.perNumber]).toEqual([14, 9]);
  });

  it('the number of wrong passwords that lock an account, which cannot exceed the product’s own', async () => {
    const person = await app.userWith({});
    expect((await change('LOGIN_FAILURES', '3')).code).toBe(20000);
    const tried: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) tried.push((await app.login(person.account, 'Wrong-Horse-1', { address: '10.77.1.1' })).code);
    expect(tried).toEqual([40001, 40001, 40001, 40002]);
    expect([(await change('LOGIN_FAILURES', '6')).code, (await change('LOGIN_FAILURES', '2')).code]).toEqual([40000, 40000]);
  });

  it('registration and assistants', async () => {
    const config = async () => (await app.call(undefined, 'GET', 'config')).data['registration'];
    expect(await config()).toBe('approval');
    await change('REGISTRATION', 'off');
    expect(await config()).toBe('off');
    const { token } = await app.userWith({});
    const ask = async () => (await app.call(token, 'POST', 'mcp', {})).status;
    expect(await ask()).toBe(404);
    expect((await change('ASSISTANTS', 'on')).code).toBe(20000);
    // They are there, but only for API keys.
    expect(await ask()).toBe(403);
    expect((await change('ASSISTANTS', null)).code).toBe(20000);
    expect(await ask()).toBe(404);
  });
});

it('another node applies a change within seconds, and ignores an invalid stored value', async () => {
  const other = await openTestApp({ database: app.database });
  const titleThere = async () => (await other.call(undefined, 'GET', 'config')).data['title'];
  await change('APP_TITLE', '两台');
  await until(async () => (await titleThere()) === '两台');
  await app.database.pool.query("UPDATE sys_setting SET stored_value = repeat('x', 99) WHERE setting_name = 'APP_TITLE'");
  await until(async () => (await titleThere()) === '管理后台');
  await other.server.close();
});

describe('the page’s description of a setting', () => {
  it('has words for every value that may be stored, and the same bounds as the environment variable', () => {
    for (const known of knownSettings) {
      expect(settingValue(known, defaultOf(known.name)), known.name).toBe(defaultOf(known.name));
      expect(textOfSetting(known, defaultOf(known.name))).toMatch(wordsFor(known, defaultOf(known.name)));
      fc.assert(
        fc.property(typedFor(known), (typed) => {
          const value = settingValue(known, typed);
          const kept = { LOG_KEEP_DAYS: '0' };
          const live = new LiveSettings(readSettings(kept), kept);
          if (value !== undefined) {
            expect(textOfSetting(known, value), `${known.name} ${value}`).toMatch(wordsFor(known, value));
            expect(live.take(new Map([[known.name, value]]))).toEqual([]);
            expect(live.settings).toEqual(readSettings({ ...kept, [known.name]: value }));
          } else if (known.input.kind === 'number' && /^\d+$/.test(typed)) {
            expect(live.mayHold(new Map([[known.name, typed]])), `${known.name} ${typed}: ${settingRule(known)}`).toBe(false);
          }
        }),
      );
    }
  });
});

/** A number is followed by its unit, or has a word of its own, such as 不限; an option is shown by its label, and a text as it is. */
function wordsFor({ input }: KnownSetting, value: string): RegExp {
  if (input.kind === 'number') return new RegExp(`^(?:${RegExp.escape(value)} )?(?:\\p{Script=Han}+|MB)$`, 'u');
  return input.kind === 'choice' ? /\p{Script=Han}/u : new RegExp(`^${RegExp.escape(value)}$`, 'u');
}

const typedFor = ({ input }: KnownSetting): fc.Arbitrary<string> => {
  if (input.kind === 'message') return fc.string();
  if (input.kind === 'choice') return fc.oneof(fc.constantFrom(...input.options.map(([value]) => value)), fc.string({ maxLength: 10 }));
  if (input.kind === 'text') return fc.string({ maxLength: 60, unit: 'grapheme' });
  const near = [0, 1, input.min, input.max, input.max + 1].map((value) => String(Math.ceil(value)));
  return fc.oneof(fc.constantFrom(...near), fc.integer({ min: 0, max: input.max * 2 }).map(String), fc.string({ maxLength: 6 }));
};
