import { randomUUID } from 'node:crypto';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { type Answer, openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { untilWaiting } from '@back-office/server/testing/until-waiting.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { ownDictionaries } from '../../seed/dictionaries.ts';
import { systemWords } from './system-words.ts';

/* A word that records use keeps its value and place, whatever changes concurrently beside or above it. */
let app: TestApp;
let admin: string;
let root: AnyRow;
let word: AnyRow;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

const query = async (text: string, values: unknown[] = []): Promise<AnyRow[]> => (await app.database.pool.query<AnyRow>(text, values)).rows;
const saveDict = (values: object): Promise<Answer> => app.call(admin, 'POST', 'sys/dict/save', values);
const saveOrg = (orgCode: string = randomUUID()): Promise<Answer> =>
  app.call(admin, 'POST', 'sys/org/save', { orgName: '机构', orgCode, orgType: word['dictValue'] });

beforeEach(async () => {
  const [found] = await query("SELECT id FROM sys_dict WHERE dict_value = 'org_type' AND parent_id IS NULL");
  root = (await app.call(admin, 'GET', `sys/dict/select/${found?.id}`)).data;
  word = (await saveDict({ parentId: root.id, dictLabel: '词', dictValue: randomUUID() })).data;
});

/** Changes that make a word unavailable. */
const changes: [string, () => Promise<Answer>][] = [
  ['deleted', () => app.call(admin, 'DELETE', `sys/dict/delete/${word.id}`)],
  ['disabled', () => saveDict({ id: word.id, version: word.version, dictStatus: '停用' })],
  ['renamed', () => saveDict({ id: word.id, version: word.version, dictValue: randomUUID() })],
  ['moved', () => saveDict({ id: word.id, version: word.version, parentId: null })],
];
const refusedWord = { code: 40000, data: { fields: [{ field: 'orgType', message: expect.stringContaining('不在可选范围内') as string }] } };

/** Runs `work` while another connection holds the locks of a statement. */
async function whileHeld(lock: string, values: unknown[], work: (letGo: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const holder = await app.database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(lock, values);
    await work(() => holder.query('ROLLBACK'));
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

describe('a word being', () => {
  it.skipIf(hasOneConnection).each(changes)('%s cannot be chosen by a record saved at the same moment', async (_what, change) => {
    await whileHeld("SELECT FROM sys_epoch WHERE name = 'dict' FOR UPDATE", [], async (letGo) => {
      // Its uses are counted, and it is about to commit.
      const changed = change();
      await untilWaiting(app.database.pool);
      const saved = saveOrg();
      await Promise.race([saved, untilWaiting(app.database.pool, 2)]);
      await letGo();
      expect((await changed).code).toBe(20000);
      expect(await saved).toMatchObject(refusedWord);
    });
  });

  it.skipIf(hasOneConnection).each(changes)('%s waits for a record that chose it just before, and is then kept', async (_what, change) => {
    const code = randomUUID();
    const taken = `INSERT INTO sys_org (id, org_name, org_code, org_status) VALUES (gen_random_uuid(), '先', $1, '正常')`;
    await whileHeld(taken, [code], async (letGo) => {
      const saved = saveOrg(code);
      await untilWaiting(app.database.pool);
      const changed = change();
      await untilWaiting(app.database.pool, 2);
      await letGo();
      expect((await saved).code).toBe(20000);
      expect(await changed).toMatchObject({ code: 40900, data: { conflict: 'reference', uses: [{ resource: 'sys/org' }] } });
    });
  });

  it('chosen and changed at the same time is either used or changed, not both', async () => {
    for (const [what, change] of changes) {
      word = (await saveDict({ parentId: root.id, dictLabel: '词', dictValue: randomUUID() })).data;
      const codes = (await Promise.all([saveOrg(), change()])).map(({ code }) => code);
      expect(
        [
          [20000, 40900],
          [40000, 20000],
        ],
        what,
      ).toContainEqual(codes);
    }
  });
});

describe('a dictionary with a word in use', () => {
  it.each<[string, object]>([
    ['renamed', { dictValue: 'org_type_2' }],
    ['disabled', { dictStatus: '停用' }],
    ['moved below another', { parentId: '' }],
  ])('cannot be %s', async (_what, change) => {
    expect((await saveOrg()).code).toBe(20000);
    const parentId = 'parentId' in change ? { parentId: (await saveDict({ dictLabel: '另', dictValue: randomUUID() })).data.id } : {};
    expect(await saveDict({ id: root.id, version: root.version, ...change, ...parentId })).toMatchObject({
      code: 40900,
      data: { conflict: 'reference', uses: [{ resource: 'sys/org', field: 'orgType' }] },
    });
    expect((await saveDict({ id: root.id, version: root.version, dictLabel: '机构类型' })).code).toBe(20000);
  });

  it('offers none of its words while it is disabled', async () => {
    await query("UPDATE sys_dict SET dict_status = '停用' WHERE id = $1", [root.id]);
    expect(await saveOrg()).toMatchObject(refusedWord);
    await query("UPDATE sys_dict SET dict_status = '正常' WHERE id = $1", [root.id]);
    expect((await saveOrg()).code).toBe(20000);
  });
});

describe('a word that the system itself writes', () => {
  const find = async (dict: string, value?: string): Promise<AnyRow> => {
    const found = await query(
      'SELECT c.id FROM sys_dict c LEFT JOIN sys_dict p ON p.id = c.parent_id WHERE c.dict_value = $1 AND p.dict_value IS NOT DISTINCT FROM $2',
      value === undefined ? [dict, null] : [value, dict],
    );
    return (await app.call(admin, 'GET', `sys/dict/select/${found[0]?.id}`)).data;
  };
  const remove = ({ id }: AnyRow) => app.call(admin, 'DELETE', `sys/dict/delete/${id}`);
  const change = ({ id, version }: AnyRow, values: object) => saveDict({ id, version, ...values });

  it.each<[string, string, string?]>([
    ['停用 of people', 'user_status', '停用'],
    ['已拒绝 of people', 'user_status', '已拒绝'],
    ['已撤回 of notices', 'msg_status', '已撤回'],
    ['停用 of records', 'status', '停用'],
    ['the dictionary of statuses', 'status'],
  ])('is neither deleted, disabled, renamed nor moved while no record holds it: %s', async (_what, dict, value) => {
    const row = await find(dict, value);
    const refused = { code: 40900, message: `“${String(row['dictLabel'])}”是系统使用的词，不能删除、停用、移动或修改字典值` };
    const digest = await app.digest();
    for (const values of [{ dictStatus: '停用' }, { dictValue: randomUUID() }, { parentId: root.id }])
      expect(await change(row, values)).toMatchObject(refused);
    expect(await remove(row)).toMatchObject(refused);
    expect(await app.digest()).toBe(digest);
    const shown = await change(row, { dictLabel: '别名', dictColor: '#123456', dictSort: 99 });
    expect(shown).toMatchObject({ code: 20000, data: { dictLabel: '别名', dictValue: row['dictValue'] } });
    expect((await change(shown.data, { dictLabel: row['dictLabel'] })).code).toBe(20000);
  });

  it('may be disabled if only people choose it', async () => {
    const row = await find('msg_level', '重要');
    const disabled = await change(row, { dictStatus: '停用' });
    expect(disabled.code).toBe(20000);
    expect((await change(disabled.data, { dictValue: randomUUID() })).code).toBe(40900);
    expect((await change(disabled.data, { dictStatus: '正常' })).code).toBe(20000);
  });

  it.each<[string, string, string]>([
    ['msg_level', '一般', '“一般”是通知公告的“级别”的默认值'],
    ['data_scope', '本人', '“本人”是角色的“数据范围”的默认值'],
  ])('is not disabled if it is the default of a field: %s, %s', async (dict, value, words) => {
    const row = await find(dict, value);
    const refused = { code: 40900, message: `${words}，不能删除、停用、移动或修改字典值` };
    expect(await change(row, { dictStatus: '停用' })).toMatchObject(refused);
    expect(await app.call(admin, 'POST', 'sys/dict/save-batch', [{ id: row.id, version: row.version, dictStatus: '停用' }])).toMatchObject(
      refused,
    );
  });

  it('is kept in a deletion of several, and a word that a company added beside it is deleted', async () => {
    const { id: parentId } = await find('user_status');
    const added = (await saveDict({ parentId, dictLabel: '借调', dictValue: '借调' })).data;
    const { id } = await find('user_status', '停用');
    expect((await app.call(admin, 'DELETE', `sys/dict/delete-ids/${added.id},${id}`)).code).toBe(40900);
    expect((await remove(added)).code).toBe(20000);
    expect((await remove(await find('gender', '未知'))).code).toBe(20000);
  });
});

describe('what the code names', () => {
  it('is among the words that a new database begins with', () => {
    for (const [dict, words] of Object.entries(systemWords)) {
      const seeded = ownDictionaries.find(({ value }) => value === dict)?.entries.split('|') ?? [];
      expect(
        seeded.map((entry) => entry.split(' ')[0]),
        dict,
      ).toEqual(expect.arrayContaining([...words]));
    }
  });
});
