import { randomUUID } from 'node:crypto';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { office } from '@back-office/app/office.ts';
import { lookalikeIndexes } from './lookalikes.ts';
import { onStatement } from '../platform/database/planning-client.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { migrationsOf, tableOf } from '../testing/trial-module.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Unique values are compared as people read them: NFC, trimmed, without invisible characters. */
let app: TestApp;
let admin: string;
let parentId: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());
beforeEach(async () => {
  parentId = (await save({ dictLabel: '根', dictValue: randomUUID(), parentId: null })).data.id;
});

const save = (values: Record<string, unknown>) =>
  app.call(admin, 'POST', 'sys/dict/save', { parentId, dictLabel: '词', dictValueType: 'String', ...values });
const composed = 'caf\u00e9';
const decomposed = 'cafe\u0301';
const unseen = ['a\u200bb', 'ab\u200e', '\u202eab', 'a\u2060b', 'a\ufeffb', 'a\u00adb', 'a\u200db', 'a\u200cb', 'a\u{e0041}b'];

/** Stores an entry from the time before values were normalised. */
async function old(dictValue: string): Promise<string> {
  const id = randomUUID();
  await app.database.pool.query(
    `insert into sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_status) values ($1, $2, '旧', $3, 'String', '正常')`,
    [id, parentId, dictValue],
  );
  return id;
}

describe('a new value', () => {
  it('is stored normalised, and every other form of it is refused as a duplicate', async () => {
    expect((await save({ dictValue: ` ${decomposed}\u3000` })).data['dictValue']).toBe(composed);
    for (const dictValue of [composed, decomposed, `\u00a0${composed} `])
      expect(await save({ dictValue }), dictValue).toMatchObject({
        code: 40900,
        data: { conflict: 'unique', fields: ['parentId', 'dictValue'] },
      });
  });

  it('conflicts with another form of it even when both are saved at the same moment', async () => {
    const codes = (await Promise.all([composed, decomposed].map((dictValue) => save({ dictValue })))).map(({ code }) => code);
    expect(codes.toSorted((one, other) => one - other)).toEqual([20000, 40900]);
  });

  it('conflicts with another form of it within a batch too', async () => {
    const rows = [composed, `${decomposed} `].map((dictValue) => ({ parentId, dictLabel: '词', dictValue, dictValueType: 'String' }));
    expect(await app.call(admin, 'POST', 'sys/dict/save-batch?dryRun=true', rows)).toMatchObject({
      code: 40000,
      data: { fields: [{ row: 1, field: 'dictValue' }] },
    });
  });

  it.each(['dictValue', 'dictLabel'])('with an invisible character is refused as %s', async (field) => {
    for (const text of unseen) {
      const answer = await save({ dictValue: randomUUID(), [field]: text });
      expect(answer, JSON.stringify(text)).toMatchObject({ code: 40000, data: { fields: [{ field }] } });
      expect(answer.message).toContain('看不见的字符');
    }
  });

  it('with a control character is refused, in a long text too', async () => {
    for (const sign of ['\u0007', '\u007f', '\u0080', '\u0085', '\u009f'])
      for (const field of ['dictValue', 'dictLabel', 'dictRemark'])
        expect(await save({ dictValue: randomUUID(), [field]: `a${sign}b` }), JSON.stringify(sign)).toMatchObject({
          code: 40000,
          data: { fields: [{ field, message: expect.stringContaining('控制字符') }] },
        });
    const id = await old('c\u0085d');
    expect(await save({ id, version: 1, dictLabel: '改', dictValue: 'c\u0085d' })).toMatchObject({ code: 20000 });
  });

  it('may contain joined emoji, and a long text anything that can be read', async () => {
    const family = '👨\u200d👩\u200d👧 👩🏽\u200d💻 ❤\ufe0f\u200d🔥';
    const { code, data } = await save({ dictValue: '家', dictLabel: family, dictRemark: 'a\u200bb \u200f' });
    expect([code, data['dictLabel'], data['dictRemark']]).toEqual([20000, family, 'a\u200bb \u200f']);
  });
});

describe('a value from before normalisation', () => {
  it.each([
    ['ab\u200b', 'ab'],
    [' ab ', 'ab'],
    ['ab\u3000', 'ab'],
    [decomposed, composed],
  ])('%j conflicts with a new %j', async (stored, given) => {
    await old(stored);
    expect(await save({ dictValue: given })).toMatchObject({ code: 40900, data: { conflict: 'unique' } });
    expect(
      await app.call(admin, 'POST', 'sys/dict/save-batch', [{ parentId, dictLabel: '词', dictValue: given, dictValueType: 'String' }]),
    ).toMatchObject({ code: 40000, data: { fields: [{ row: 0, field: 'dictValue' }] } });
  });

  it('stays unchanged beside its lookalike, and the other fields of its record can be changed', async () => {
    const ids = [await old('x'), await old('x\u200b')];
    const read = async (id: string | undefined) => (await app.call<AnyRow>(admin, 'GET', `sys/dict/select/${id}`)).data;
    const relabelled = ids.map((id) => ({ id, version: 1, dictLabel: '都新' }));
    expect((await app.call(admin, 'POST', 'sys/dict/save-batch', relabelled.slice(0, 1))).code).toBe(20000);
    expect((await app.call(admin, 'POST', 'sys/dict/save-batch', [{ ...relabelled[0], version: 2 }, relabelled[1]])).code).toBe(20000);
    const stored = await read(ids[1]);
    expect(await save({ ...stored, dictLabel: '新名' })).toMatchObject({ code: 20000, data: { dictLabel: '新名', dictValue: 'x\u200b' } });
    expect((await save({ ...(await read(ids[1])), dictValue: 'y\u200b' })).code).toBe(40000);
    expect((await save({ ...(await read(ids[1])), dictValue: 'y' })).code).toBe(20000);
    expect((await save({ ...(await read(ids[0])), dictLabel: '也新' })).code).toBe(20000);
  });

  it.each([
    ['saved by a call', 'm', 'm\u200b'],
    ['older than the rule', 'm\u200e', 'm\u200b'],
    ['in another Unicode form', composed, decomposed],
  ])('cannot be moved beside its lookalike, which is %s', async (_, there, moved) => {
    await (there === 'm' || there === composed ? save({ dictValue: there }) : old(there));
    const to = parentId;
    ({ id: parentId } = (await save({ dictLabel: '别处', dictValue: randomUUID(), parentId: null })).data);
    const id = await old(moved);
    const row = { id, version: 1, parentId: to };
    expect(await save(row)).toMatchObject({ code: 40900, data: { conflict: 'unique' } });
    expect(await app.call(admin, 'POST', 'sys/dict/save-batch', [row])).toMatchObject({
      code: 40000,
      data: { fields: [{ row: 0, field: 'dictValue' }] },
    });
    const free = (await save({ dictLabel: '空处', dictValue: randomUUID(), parentId: null })).data.id;
    expect(await save({ ...row, parentId: free })).toMatchObject({ code: 20000, data: { dictValue: moved } });
  });

  it('stays in the recycle bin while its lookalike exists, and is restored unchanged', async () => {
    const id = await old('r\u200b');
    expect((await app.call(admin, 'DELETE', `sys/dict/delete/${id}`)).code).toBe(20000);
    const twin = (await save({ dictValue: 'r' })).data;
    const { rows } = await app.database.pool.query<{ id: string }>('select id from sys_recycle where target_id = $1', [id]);
    const restore = () => app.call(admin, 'POST', `sys/recycle/restore/${rows[0]?.id}`);
    expect(await restore()).toMatchObject({ code: 40900, data: { conflict: 'unique', fields: ['parentId', 'dictValue'] } });
    await app.call(admin, 'DELETE', `sys/dict/delete/${twin.id}`);
    expect((await restore()).code).toBe(20000);
    expect((await app.call<AnyRow>(admin, 'GET', `sys/dict/select/${id}`)).data['dictValue']).toBe('r\u200b');
  });
});

it('a field whose shape allows only plain ASCII has no lookalike index', () => {
  const shapes = ['^[0-9]{6}$', '^(?:[A-Z]{2}|[0-9]{9})-?\\.[a-z]*$', '^[^ ]+$', '^.{6}$', '[0-9]', '^\\p{L}$', '^[0-9]|x$', '^[甲乙]$'];
  const fields = Object.fromEntries(
    shapes.map((pattern, at) => [
      `box${at}`,
      { kind: 'text', label: '号', max: 20, shape: { pattern, message: '', example: '' }, log: 'plain' },
    ]),
  );
  const indexes = lookalikeIndexes([
    { ...office.resourceOf('sys/district'), fields, unique: Object.keys(fields).map((name) => [name]) } as Resource,
  ]);
  expect(indexes.map(({ name }) => name)).toEqual([2, 3, 4, 5, 6, 7].map((at) => `sys_district_box${at}_lookalike`));
  expect(lookalikeIndexes([office.resourceOf('sys/district')])).toEqual([]);
});

describe('lookalikes in a table of a company', () => {
  const box = defineResource({
    name: 'acme/box',
    title: '箱子',
    table: 'acme_box',
    label: 'boxName',
    fields: {
      boxName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain' },
      boxMark: { kind: 'text', label: '箱号', max: 20, shape: { pattern: '箱.*', message: '应以箱开头', example: '箱甲' }, log: 'plain' },
    },
    list: ['boxName'],
    form: ['boxName', 'boxMark'],
    sort: 'createTime:desc',
    unique: [['boxName'], ['boxMark']],
  });
  const table = `${tableOf(
    'acme_box',
    `box_name text NOT NULL, box_mark text, label_pinyin text,
    CONSTRAINT acme_box_box_name_key UNIQUE (box_name), CONSTRAINT acme_box_box_mark_key UNIQUE (box_mark)`,
  )}
    INSERT INTO acme_box (id, box_name) SELECT gen_random_uuid(), '箱子' || n FROM generate_series(1, 20000) n;
    INSERT INTO acme_box (id, box_name, box_mark) VALUES (gen_random_uuid(), ' 老箱子 ', '箱乙 ');`;

  it('are found by their own index alone, however large the table is', async () => {
    const company = await openModuleApp(
      { name: 'acme', features: [{ name: 'boxes', resources: [box], menu: [] }], menu: [] },
      { name: 'acme', migrations: migrationsOf({ '0001-boxes': table }), features: [{ name: 'boxes' }] },
    );
    try {
      await runJob(company, 'finish-indexes');
      const { token } = await company.signIn('admin', company.database.adminPassword);
      const statements: string[] = [];
      const stop = onStatement(({ text }) => statements.push(text));
      const answers = await Promise.all(
        ['老箱子', '箱子7 ', '新箱子'].map((boxName) => company.call(token, 'POST', 'acme/box/save', { boxName })),
      );
      stop();
      expect(await company.call(token, 'POST', 'acme/box/save', { boxName: '另一个', boxMark: '箱乙' })).toMatchObject({
        code: 40900,
        data: { fields: ['boxMark'] },
      });
      expect(answers.map(({ code }) => code)).toEqual([40900, 40900, 20000]);
      const asked = statements.find((text) => text.includes('CROSS JOIN LATERAL')) ?? '';
      const { rows } = await company.database.pool.query(
        `EXPLAIN ${asked.replace('$1', `'[{"box_name":"老箱子"}]'`).replace('$2', `'{}'`)}`,
      );
      expect(JSON.stringify(rows)).toContain('acme_box_box_name_lookalike');
    } finally {
      await company.drop();
    }
  });
});
