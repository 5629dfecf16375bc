import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { until } from '../../testing/until.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';
import { choicesOf } from '@back-office/sys/dictionaries/server/choices-of.ts';
import { CachedFacts } from './cached-facts.ts';
import { onStatement } from './planning-client.ts';
import { withTransaction } from './with-transaction.ts';

/* The words of dictionaries are cached, and a record keeps one only if it still exists at COMMIT. */
let app: TestApp;
let admin: string;
let word = '';
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const sql = (text: string, values: unknown[] = []) => app.database.pool.query<{ id: string }>(text, values);
const save = (orgCode: string = randomUUID()): Promise<Answer> =>
  app.call(admin, 'POST', 'sys/org/save', { orgName: '机构', orgCode, orgType: word });
/** Changes the word as another node would, without this one being notified. */
const setWord = (status: string) => sql('UPDATE sys_dict SET dict_status = $2 WHERE dict_value = $1', [word, status]);
const refused = { code: 40000, data: { fields: [{ field: 'orgType', message: expect.stringContaining('不在可选范围内') as string }] } };

const realNow = performance.now.bind(performance);
let ahead = 0;
/** Skips the ten seconds in which words are queried, and fills the cache. */
async function letPass(): Promise<void> {
  ahead += 10_000;
  await until(isCached);
}

beforeEach(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead);
  word = randomUUID();
  await sql(
    `INSERT INTO sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_status)
     SELECT gen_random_uuid(), id, '词', $1, 'String', '正常' FROM sys_dict WHERE dict_value = 'org_type' AND parent_id IS NULL`,
    [word],
  );
});

/** The number of statements with this text that were sent to the database during `work`. */
async function sentDuring(part: string, work: () => Promise<unknown>): Promise<number> {
  let sent = 0;
  const stop = onStatement(({ text }) => {
    if (text.includes(part)) sent += 1;
  });
  await work();
  stop();
  return sent;
}
const askedDuring = (work: () => Promise<unknown>): Promise<number> => sentDuring('AS is_settled', work);

/** Whether a save takes its words from the cache: not for ten seconds after they changed during a save. */
const isCached = async () => (await askedDuring(save)) === 0;

it('a save uses the dictionary values that an earlier save read, without a query', async () => {
  await letPass();
  expect(await askedDuring(() => Promise.all([save(), save()]))).toBe(0);
});

it('without an epoch nothing is cached', async () => {
  await sql("UPDATE sys_epoch SET name = 'none' WHERE name = 'dict'");
  await save();
  await setWord('停用');
  expect(await save()).toMatchObject(refused);
  await sql("UPDATE sys_epoch SET name = 'dict' WHERE name = 'none'");
});

it('after a change elsewhere, values are queried for a while and then cached again', async () => {
  await letPass();
  await setWord('正常');
  expect(await isCached()).toBe(false);
  await letPass();
});

const addWord = (): Promise<Answer> =>
  app.call(admin, 'POST', 'sys/dict/save', { dictLabel: '词', dictValue: randomUUID(), dictValueType: 'String' });
const writtenDuring = (work: () => Promise<unknown>): Promise<number> => sentDuring('INSERT INTO "sys_dict"', work);

it('after a change by this node, the next save queries again, and writes only once', async () => {
  const addThree = async (): Promise<void> => {
    for (let entry = 0; entry < 3; entry += 1) await addWord();
  };
  expect(await writtenDuring(addThree)).toBe(3);
});

it('entries added at the same moment are written twice at most, and later only once', async () => {
  const addMany = () => Promise.all(Array.from({ length: 8 }, addWord));
  expect(await writtenDuring(addMany)).toBeLessThanOrEqual(16);
  // For ten seconds after a save had to be retried, all of them query first.
  if (!(await isCached())) expect(await writtenDuring(addMany)).toBe(8);
});

it('a value disabled elsewhere is refused from then on, until it is enabled', async () => {
  for (const [status, answer] of [
    ['正常', { code: 20000 }],
    ['停用', refused],
    ['正常', { code: 20000 }],
  ] as const) {
    await setWord(status);
    expect(await save()).toMatchObject(answer);
    expect(await save()).toMatchObject(answer);
  }
});

it('a value that never existed is not cached as existing', async () => {
  const there = word;
  word = `${there}x`;
  expect([await save(), await save()]).toMatchObject([refused, refused]);
  word = there;
  expect(await save()).toMatchObject({ code: 20000 });
});

it('values changed by a transaction itself are queried and not cached, since it may be rolled back', async () => {
  const { db } = app.database;
  const offered = async (transaction: typeof db, value: string): Promise<boolean> =>
    (await choicesOf(transaction, ['org_type'], [value])).get('org_type')?.has(value) === true;
  const inOne = <Result>(work: (transaction: typeof db, cached: CachedFacts) => Promise<Result>): Promise<Result> =>
    withTransaction(db, (transaction) => work(transaction, CachedFacts.attach(db, transaction)));
  expect(await inOne((transaction) => offered(transaction, word))).toBe(true);
  const taken = inOne(async (transaction, cached) => {
    await transaction
      .updateTable('sys_dict')
      .set({ dictValue: `${word}x` })
      .where('dictValue', '=', word)
      .execute();
    expect(await offered(transaction, `${word}x`)).toBe(true);
    cached.bypass('dict');
    expect(await offered(transaction, word)).toBe(false);
    throw new Error('taken back');
  });
  await expect(taken).rejects.toThrow('taken back');
  expect(await inOne((transaction) => Promise.all([offered(transaction, word), offered(transaction, `${word}x`)]))).toEqual([true, false]);
});

describe('a concurrent change', () => {
  /** Saves with a cached word while another transaction holds the same code, and runs `happens` before that one rolls back. */
  async function whileWaiting(happens: () => Promise<unknown>): Promise<Answer> {
    await letPass();
    const code = randomUUID();
    const holder = await app.database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(`INSERT INTO sys_org (id, org_name, org_code, org_status) VALUES (gen_random_uuid(), '先', $1, '正常')`, [code]);
      const answer = save(code);
      await untilWaiting(app.database.pool);
      await happens();
      await holder.query('ROLLBACK');
      return await answer;
    } finally {
      holder.release();
    }
  }

  it('of the same value refuses the save', async ({ skip }) => {
    if (app.database.kind === 'embedded') skip('one connection: nobody changes anything beside it');
    expect(await whileWaiting(() => setWord('停用'))).toMatchObject(refused);
  });

  it('of another value lets the save through, once', async ({ skip }) => {
    if (app.database.kind === 'embedded') skip('one connection: nobody changes anything beside it');
    const answer = await whileWaiting(() => sql("UPDATE sys_dict SET dict_label = '改' WHERE dict_value = 'status'"));
    expect(answer).toMatchObject({ code: 20000 });
    expect((await sql('SELECT id FROM sys_org WHERE org_code = $1', [answer.data['orgCode']])).rows).toEqual([{ id: answer.data['id'] }]);
  });
});
