import { randomUUID } from 'node:crypto';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { office } from '@back-office/app/office.ts';
import { modules as own } from '@back-office/app/server/modules.ts';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal, refusedField } from '../platform/http/refusal.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import { Sheet } from '@back-office/app/testing/server/sheet.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { agreements, moduleOf, serverOf } from '../testing/trial-module.ts';
import { defaultOperations } from './operations.ts';
import { type Passed, type Wraps, wrapOperations } from './wrap-operations.ts';

/* Rules that a module puts around the operations of another: they apply whichever call changes a record. */
let app: TestApp;
let admin: string;
const said: string[] = [];
const isEmpty = (name: unknown): boolean => String(name).startsWith('空壳');
const message = '不收空壳公司';

const orgRules: Wraps = {
  guard: (next) => async (context, resource, checked) => [
    ...(await next(context, resource, checked)),
    ...checked.flatMap(({ values }, row) => (isEmpty(values['orgName']) ? [{ row, field: 'orgName', message }] : [])),
  ],
  write: (next) => async (context, resource, checked) => {
    if (checked.some(({ values }) => isEmpty(values['orgName']))) throw refusedField('orgName', message);
    return next(context, resource, checked);
  },
  remove: (next) => async (context, resource, ids) => {
    const gone = await next(context, resource, ids);
    // After the deletion, so that the test sees the transaction rolled back.
    if (resource.name === 'sys/org') throw new Refusal('notPermitted', { message: '机构不能删除' });
    return gone;
  },
};
const deptRules: Wraps = {
  restore: (next) => async (context, resource, ids) => {
    const rows = await next(context, resource, ids);
    if (rows.some(({ deptName }) => isEmpty(deptName))) throw new Refusal('conflict', { message });
    return rows;
  },
};
const userRules: Wraps = {
  write: (next) => (context, resource, checked) => {
    if (checked.some(({ values }) => values['userPhone'] === '13000000000')) throw refusedField('userPhone', '空号');
    return next(context, resource, checked);
  },
};

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg) });
  const wrap = { 'sys/org': orgRules, 'sys/user': userRules, 'sys/dept': deptRules };
  app = await openModuleApp(moduleOf(agreements), serverOf({ wrap }), { log });
  admin = await app.admin();
});
afterAll(() => app.drop());

let count = 0;
const org = (orgName: string) => ({ orgName, orgCode: `wrap-${(count += 1)}` });
const post = (path: string, body: unknown) => app.call(admin, 'POST', path, body);
const stored = async (name: string) => (await app.database.pool.query('SELECT FROM sys_org WHERE org_name = $1', [name])).rowCount;

describe('a rule around another module’s operation', () => {
  it('is logged at the start', () => {
    expect(said).toEqual(expect.arrayContaining(['sys/org write: acme/agreements → sys', 'sys/org remove: acme/agreements → sys']));
  });

  it('refuses records in save, in save-batch and in its dry run, and lets the others through', async () => {
    expect(await post('sys/org/save', org('空壳一'))).toMatchObject({ code: 40000, message });
    expect(await post('sys/org/save-batch', [org('实业一'), org('空壳二')])).toMatchObject({ code: 40000 });
    const { data: dry } = await post('sys/org/save-batch?dryRun=true', [org('实业二'), org('空壳三')]);
    expect(dry['fields']).toEqual([{ row: 1, field: 'orgName', message }]);
    expect([await stored('实业一'), await stored('空壳二')]).toEqual([0, 0]);
    expect((await post('sys/org/save', org('实业三'))).code).toBe(20000);
    expect((await post('sys/org/save-batch', [org('实业四'), org('实业五')])).code).toBe(20000);
  });

  it('refuses rows in the check and the save of an import', async () => {
    const rows = [org('实业六'), org('空壳六')];
    const sheet = await Sheet.of(app, admin, 'sys/org', rows);
    expect(await sheet.save()).toMatchObject({ code: 40000 });
    const { data } = await sheet.save('?goodOnly=true');
    expect([data.saved, data.issues]).toEqual([1, [{ row: 1, field: 'orgName', message }]]);
  });

  it('refuses delete, delete-ids and the undo of an import, and nothing is deleted', async () => {
    const { data: one } = await post('sys/org/save', org('实业七'));
    expect((await app.call(admin, 'DELETE', `sys/org/delete/${one.id}`)).code).toBe(40300);
    expect((await app.call(admin, 'DELETE', `sys/org/delete-ids/${one.id}`)).code).toBe(40300);
    const sheet = await Sheet.of(app, admin, 'sys/org', [org('实业八')]);
    await sheet.save();
    expect((await sheet.undo()).code).toBe(40300);
    expect([await stored('实业七'), await stored('实业八')]).toEqual([1, 1]);
  });

  it('refuses to restore records from the recycle bin, and lets the others through', async () => {
    const { data: home } = await post('sys/org/save', org('实业九'));
    const deleted = async (deptName: string): Promise<string> => {
      const { data } = await post('sys/dept/save', { deptName, sysOrgId: home.id });
      expect((await app.call(admin, 'DELETE', `sys/dept/delete/${data.id}`)).code).toBe(20000);
      const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [data.id]);
      return rows[0]?.id ?? '';
    };
    const [empty, whole] = [await deleted('空壳部'), await deleted('实业部')];
    const before = await app.digest();
    expect(await post(`sys/recycle/restore/${empty},${whole}`, undefined)).toMatchObject({ code: 40900, message });
    expect(await app.digest()).toBe(before);
    expect((await post(`sys/recycle/restore/${whole}`, undefined)).data).toMatchObject({ restored: 1 });
  });

  it('also refuses changes that people make to their own account', async () => {
    const person = await app.userWith({});
    const { data: mine } = await app.call(person.token, 'GET', `sys/user/select-info/${person.userId}`);
    const save = (userPhone: string) =>
      app.call(person.token, 'PUT', 'sys/user/save-info', { id: mine.id, version: mine.version, userPhone });
    expect(await save('13000000000')).toMatchObject({ code: 40000, message: '空号' });
    expect((await save('13800138000')).code).toBe(20000);
  });
});

describe('several rules around one operation', () => {
  const asked: string[] = [];
  const asking = (by: string): Wraps => ({
    write: (next) => async (context, resource, checked) => {
      asked.push(by);
      return next(context, resource, checked);
    },
  });

  it('run as a chain in the order of the modules', async () => {
    const beta = { name: 'beta', features: [{ name: 'b' }] };
    const parts = {
      office: makeOffice([...office.modules, beta, { name: 'acme', features: [{ name: 'a' }] }]),
      modules: [
        ...own,
        { name: 'acme', features: [{ name: 'a', wrap: { 'sys/org': asking('acme') } }] },
        { name: 'beta', features: [{ name: 'b', wrap: { 'sys/org': asking('beta') } }] },
      ],
    };
    const other = await openTestApp(parts);
    expect((await other.call(await other.admin(), 'POST', 'sys/org/save', org('实业九'))).code).toBe(20000);
    expect(asked).toEqual(['beta', 'acme']);
    await other.drop();
  });
});

describe('a rule that swallows the operation it wraps', () => {
  const records = [1, 2].map(() => ({ id: randomUUID(), values: {}, current: undefined }));
  const use = { resource: 'sys/dept', title: '部门', field: 'sysOrgId', label: '机构', count: 1 };
  const inner = {
    ...defaultOperations,
    write: () => Promise.resolve([]),
    guard: () => Promise.resolve([{ row: 0, field: 'a', message: 'b' }]),
    uses: () => Promise.resolve([use]),
    restore: () => Promise.resolve([]),
    remove: () => Promise.resolve(),
  };
  const run = (wraps: Wraps, name: keyof Wraps): Promise<unknown> => {
    const wrapped = wrapOperations('sys/org', inner, [{ by: 'acme/a', wraps }]);
    const ids = records.map(({ id }) => id);
    const given = [{} as never, {} as never] as const;
    if (name === 'write' || name === 'guard') return wrapped[name](...given, records);
    return wrapped[name](...given, ids);
  };

  it.each<[string, Wraps, keyof Wraps, string]>([
    ['never calls it', { write: () => () => Promise.resolve([] as unknown as Passed<[]>) }, 'write', 'never called it'],
    [
      'leaves records out',
      { write: (next) => (context, resource, all) => next(context, resource, all.slice(1)) },
      'write',
      'left records out',
    ],
    [
      'returns other records than the operation',
      {
        write:
          (next) =>
          async (...all) =>
            [...(await next(...all))] as unknown as Passed<[]>,
      },
      'write',
      'gives something else',
    ],
    [
      'drops an issue',
      {
        guard:
          (next) =>
          async (...all) => {
            await next(...all);
            return [];
          },
      },
      'guard',
      'gives something else',
    ],
    ['skips the deletion', { remove: () => () => Promise.resolve(undefined as unknown as Passed<void>) }, 'remove', 'never called it'],
    [
      'silently leaves records out of a deletion',
      { remove: (next) => (context, resource, ids) => next(context, resource, ids.slice(1)) },
      'remove',
      'left records out',
    ],
    ['reports no uses', { uses: () => () => Promise.resolve([]) }, 'uses', 'never called it'],
    [
      'drops one of the uses',
      {
        uses:
          (next) =>
          async (...all) =>
            (await next(...all)).slice(1),
      },
      'uses',
      'gives something else',
    ],
    ['never calls the restoration', { restore: () => () => Promise.resolve([]) }, 'restore', 'never called it'],
    [
      'leaves records out of a restoration',
      { restore: (next) => (context, resource, ids) => next(context, resource, ids.slice(1)) },
      'restore',
      'left records out',
    ],
    [
      'returns other rows than were restored',
      {
        restore:
          (next) =>
          async (...all) => [...(await next(...all))],
      },
      'restore',
      'gives something else',
    ],
  ])('is detected if it %s', async (_what, wraps, name, sentence) => {
    await expect(run(wraps, name)).rejects.toThrow(`acme/a wraps ${name} of sys/org and ${sentence}`);
  });

  it('does not compile if it forgets to return', () => {
    const wraps: Wraps = {
      // @ts-expect-error The result of `next` must be returned.
      remove: (next) => async (context, resource, ids) => {
        await next(context, resource, ids);
      },
    };
    expect(wraps.remove).toBeDefined();
  });
});
