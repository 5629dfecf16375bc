import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

let addresses = 0;
const form = (values: Record<string, string>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, encryptField(value, dayOf(new Date()))]));
const register = (values: Record<string, string>, on = app) =>
  on.call<{ fields: { field: string }[] }>(undefined, 'POST', 'register', form(values), { address: `10.8.${(addresses += 1)}.1` });
const someone = { userAccount: 'zhang.wei', userName: '张伟', userPhone: '13812345678', password: 'Right-Horse-88' };

describe('registration', () => {
  it('creates an account without roles that awaits approval', async () => {
    expect((await register(someone)).code).toBe(20000);
    const { rows } = await app.database.pool.query(
      `select user_name, label_pinyin, user_phone, user_status, (select count(*)::int from sys_user_role where owner_id = sys_user.id) as roles from sys_user where user_account = 'zhang.wei'`,
    );
    expect(rows).toEqual([{ user_name: '张伟', label_pinyin: 'zhangwei zw', user_phone: '13812345678', user_status: '待审核', roles: 0 }]);
    expect((await app.login('zhang.wei', 'wrong-password')).code).toBe(40001);
    expect(await app.login('zhang.wei', someone.password)).toMatchObject({ code: 40002, message: '账号正在等待审核' });
  });

  it('allows signing in once the account is approved', async () => {
    expect((await register({ ...someone, userAccount: 'li.na' })).code).toBe(20000);
    const admin = await app.admin();
    const { data } = await app.call<{ items: { id: string; version: number }[] }>(
      admin,
      'GET',
      'sys/user/select-page?eq=userAccount:li.na',
    );
    expect(
      (await app.call(admin, 'POST', 'sys/user/save', { id: data.items[0]?.id, version: data.items[0]?.version, userStatus: '正常' })).code,
    ).toBe(20000);
    expect((await app.login('li.na', someone.password)).code).toBe(20000);
  });

  it.each(['admin', 'Admin', 'ADMIN', 'admin ', ' aDMIN', 'Zhang.Wei'])(
    'answers for the taken account %j as for a free one, creates none, and logs it for the administrators',
    async (userAccount) => {
      const free = await register({ ...someone, userAccount: `free.${addresses}` });
      const people = () =>
        app.database.pool.query(`select * from sys_user where lower(user_account) = lower(trim($1)) order by id`, [userAccount]);
      const before = await people();
      expect(before.rows).toHaveLength(1);
      const taken = await register({ ...someone, userAccount, userName: '另一人' });
      expect([taken.status, taken.code, taken.message, taken.data]).toEqual([free.status, free.code, free.message, free.data]);
      expect(Object.keys(taken.headers).sort()).toEqual(Object.keys(free.headers).sort());
      expect((await people()).rows).toEqual(before.rows);
      const lines = `select opt_type, opt_status, opt_message, opt_ip from sys_log_opt where opt_type = '注册' order by id desc limit 2`;
      expect((await app.database.pool.query(lines)).rows).toEqual([
        { opt_type: '注册', opt_status: '失败', opt_message: '账号已存在，未建立新账号', opt_ip: `10.8.${addresses}.1` },
        { opt_type: '注册', opt_status: '成功', opt_message: null, opt_ip: `10.8.${addresses - 1}.1` },
      ]);
    },
  );

  it.each(['ａｄｍｉｎ', 'admin\u200b', '\u0430dmin', 'ad min', 'a', 'a'.repeat(33), "a' OR 1=1 --", '<b>admin</b>'])(
    'refuses %j, which is not a valid account name',
    async (userAccount) => {
      const { code, data } = await register({ ...someone, userAccount });
      expect([code, data.fields.map(({ field }) => field)]).toEqual([40000, ['userAccount']]);
    },
  );

  it.each(['adm1n', 'a.d.m.i.n', 'Admin2', '4DMIN', 'adrnin', 'administrator', 'root'])(
    'refuses %j, which could be mistaken for the administrator',
    async (userAccount) => {
      const { code, data } = await register({ ...someone, userAccount });
      expect([code, data.fields.map(({ field }) => field)]).toEqual([40000, ['userAccount']]);
    },
  );

  it.each<[string, Record<string, string>, string[]]>([
    ['a name that could be mistaken for the administrator’s', { ...someone, userName: '系统管\u200b理员' }, ['userName']],
    ['an empty form', {}, ['userAccount', 'userName', 'password']],
    ['a short password', { ...someone, password: 'a1b2c3d' }, ['password']],
    ['a common password', { ...someone, password: 'admin123' }, ['password']],
    ['a password that contains the name', { ...someone, password: 'Zhangwei#88' }, ['password']],
    ['a password that contains the phone number', { ...someone, password: 'a13812345678' }, ['password']],
    ['a password of neighbouring keys', { ...someone, password: 'qwertyuiop[]' }, ['password']],
    ['a password of a season and a year', { ...someone, password: 'Spring2026' }, ['password']],
    ['a password of eight lower-case letters', { ...someone, password: 'xkqzvmwp' }, ['password']],
    ['a password that contains the account name', { ...someone, userAccount: 'wang.fang', password: 'x-wang.fang-x' }, ['password']],
    ['an invalid phone number', { ...someone, userPhone: 'none' }, ['userPhone']],
    ['a form that names roles', { ...someone, sysRoleIds: 'x' }, ['sysRoleIds']],
    ['a form that sets the status', { ...someone, userStatus: '正常' }, ['userStatus']],
    ['a form with an unknown field', { ...someone, isAdmin: '1' }, ['isAdmin']],
  ])('refuses %s', async (_what, values, fields) => {
    const before = await app.database.pool.query('select count(*) from sys_user');
    const { code, data } = await register({
      ...values,
      ...(values['userAccount'] === someone.userAccount ? { userAccount: 'liu.yang' } : {}),
    });
    expect([code, data.fields.map(({ field }) => field)]).toEqual([40000, fields]);
    expect((await app.database.pool.query('select count(*) from sys_user')).rows).toEqual(before.rows);
  });

  it.each([
    ['all fields', ['userAccount', 'userName', 'userPhone', 'password']],
    ['all fields but the password', ['userAccount', 'userName', 'userPhone']],
  ])('accepts unencrypted values: %s', async (_how, plain) => {
    const account = `plain.${plain.length}`;
    const values = { ...someone, userAccount: account, userName: '张伟民' };
    const sent = new URLSearchParams({ ...values, ...Object.fromEntries([...form(values)].filter(([name]) => !plain.includes(name))) });
    expect(await app.call(undefined, 'POST', 'register', sent, { address: '10.8.250.1' })).toMatchObject({ code: 20000 });
    const { rows } = await app.database.pool.query('select user_name, user_status from sys_user where user_account = $1', [account]);
    expect(rows).toEqual([{ user_name: values.userName, user_status: '待审核' }]);
  });

  it('refuses a password encrypted under another key, since nobody would know it', async () => {
    const sent = new URLSearchParams({ ...someone, userAccount: 'other.key', password: Buffer.alloc(32, 7).toString('base64') });
    expect(await app.call(undefined, 'POST', 'register', sent, { address: '10.8.250.2' })).toMatchObject({ code: 40000 });
  });

  it('creates one account when many requests for it arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => register({ ...someone, userAccount: 'chen.jie' })));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([20000]));
    const { rows } = await app.database.pool.query(`select count(*)::int as made from sys_user where user_account = 'chen.jie'`);
    expect(rows).toEqual([{ made: 1 }]);
  });

  it('is rate-limited by address, and locks neither the account that it names nor other addresses', async () => {
    const { account } = await app.userWith({});
    const values = { ...someone, userAccount: account, password: 'short' };
    const codes: number[] = [];
    for (let at = 0; at < 31; at++)
      codes.push((await app.call(undefined, 'POST', 'register', form(values), { address: '10.88.0.1' })).code);
    expect(new Set(codes.slice(0, 30))).toEqual(new Set([40000]));
    expect(codes[30]).toBe(42900);
    // From an address that the account has never been used from.
    expect((await app.login(account, userPassword, { address: '10.89.0.1' })).code).toBe(20000);
    expect((await register({ ...someone, userAccount: 'sun.li' })).code).toBe(20000);
  });
});

it('REGISTRATION=open activates accounts at once, off refuses registration, and the configuration says which', async () => {
  const open = await openTestApp({ registration: 'open' });
  const off = await openTestApp({ registration: 'off' });
  try {
    expect((await register(someone, open)).code).toBe(20000);
    expect((await open.login(someone.userAccount, someone.password)).code).toBe(20000);
    const before = await off.digest();
    expect((await register(someone, off)).code).toBe(40300);
    expect(await off.digest()).toBe(before);
    for (const [on, registration] of [
      [open, 'open'],
      [off, 'off'],
      [app, 'approval'],
    ] as const) {
      expect((await on.call(undefined, 'GET', 'config')).data).toMatchObject({ version: '1.1.5', routerMode: 'local', registration });
    }
  } finally {
    await open.drop();
    await off.drop();
  }
});

describe('a registration that is encrypted for another date', () => {
  it.each([-1, 1])('creates the account that was typed %d days away, if today gives an invalid one', async (days) => {
    const now = new Date(2026, 2, 12, 10);
    const at = await openTestApp({ database: app.database, clock: () => now });
    const userAccount = `wangmin_${days + 1}`;
    // Every value is long enough to decrypt for each of the dates.
    const typed = { userAccount, userName: '欧阳小敏', password: 'Right-Horse-88' };
    const sealed = Object.entries(typed).map(([name, value]): [string, string] => [name, encryptField(value, dayOf(now, days))]);
    expect((await at.call(undefined, 'POST', 'register', new URLSearchParams(sealed), { address: `10.9.${days + 1}.1` })).code).toBe(20000);
    const { rows } = await app.database.pool.query('select user_name from sys_user where user_account = $1', [userAccount]);
    expect(rows).toEqual([{ user_name: '欧阳小敏' }]);
    expect((await app.login(userAccount, typed.password)).code).toBe(40002);
  });
});

describe('a registration sealed for the day beside the server’s', () => {
  const account = 'zhang.we';
  const day = '20261121';
  const sealed = () =>
    new URLSearchParams(
      Object.entries({ ...someone, userAccount: account, userName: '张伟民' }).map(([name, value]) => [name, encryptField(value, day)]),
    );
  const send = async (query: string) => {
    const other = await openTestApp({ clock: () => new Date(2026, 10, 20, 12) });
    try {
      const { code, data } = await other.call<{ fields: { field: string }[] }>(undefined, 'POST', `register${query}`, sealed());
      const { rows } = await other.database.pool.query<{ name: string }>(
        `SELECT user_account AS name FROM sys_user WHERE user_account <> 'admin'`,
      );
      return { code, fields: data?.fields.map(({ field }) => field), accounts: rows.map(({ name }) => name) };
    } finally {
      await other.drop();
    }
  };

  it('is read with the server’s day if it names none, and then has another account', async () => {
    expect(await send('')).toEqual({ code: 20000, accounts: ['zhang.wd'] });
  });

  it('is read by the day that it names', async () => {
    expect(await send(`?day=${day}`)).toEqual({ code: 20000, accounts: [account] });
  });

  it.each(['?day=20261119', '?day=20261122', '?day=', '?day=today'])(
    'is refused, and stored under no other name, if it is sent with %s',
    async (query) => {
      expect(await send(query)).toMatchObject({ code: 40000, accounts: [] });
    },
  );
});
