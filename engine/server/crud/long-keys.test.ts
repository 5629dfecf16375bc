import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import { Sheet } from '@back-office/app/testing/server/sheet.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationsOf, tableOf } from '../testing/trial-module.ts';

/* A company's unique texts may be longer than an entry of the database's index. */
const note = defineResource({
  name: 'acme/note',
  title: '便条',
  table: 'acme_note',
  label: 'noteName',
  fields: {
    noteName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain' },
    noteText: { kind: 'text', label: '内容', required: true, max: 2000, log: 'plain' },
    notePlace: { kind: 'text', label: '地点', required: true, max: 2000, log: 'plain' },
  },
  list: ['noteName'],
  form: ['noteName', 'noteText', 'notePlace'],
  import: ['noteName', 'noteText', 'notePlace'],
  sort: 'createTime:desc',
  unique: [['noteText', 'notePlace']],
});
const table = tableOf(
  'acme_note',
  `note_name text NOT NULL, note_text text NOT NULL, note_place text NOT NULL, label_pinyin text,
  CONSTRAINT acme_note_note_text_note_place_key UNIQUE (note_text, note_place)`,
);

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openModuleApp(
    { name: 'acme', features: [{ name: 'notes', resources: [note], menu: [] }], menu: [] },
    { name: 'acme', migrations: migrationsOf({ '0001-notes': table }), features: [{ name: 'notes' }] },
  );
  admin = await app.admin();
});
afterAll(() => app.drop());

let state = 7;
/** Chinese characters in no order, which the database cannot compress. */
const varied = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(0x4e00 + ((state = (state * 48_271) % 2_147_483_647) % 20_000))).join('');
const row = (more = {}) => ({ noteName: '便条', noteText: varied(9), notePlace: varied(9), ...more });
const message = '内容太长：不能重复的内容最多约 800 个汉字，请缩短';

describe('a unique value that the index cannot hold', () => {
  it('is refused with its field', async () => {
    const save = (values: object) => app.call(admin, 'POST', 'acme/note/save', values);
    expect(await save(row({ noteText: varied(1000) }))).toMatchObject({
      code: 40000,
      message,
      data: { fields: [{ field: 'noteText', message }] },
    });
    const { data } = await save(row());
    const changed = { id: data['id'], version: 1, noteText: varied(1000) };
    expect(await save(changed)).toMatchObject({ code: 40000, data: { fields: [{ field: 'noteText', message }] } });
    expect((await save(row({ noteText: varied(800) }))).code).toBe(20000);
  });

  it('is refused with its field beyond a whole page, where the database names no index', async () => {
    const long = row({ noteText: varied(2000), notePlace: varied(1500) });
    const save = (values: object) => app.call(admin, 'POST', 'acme/note/save', values);
    expect(await save(long)).toMatchObject({ code: 40000, data: { fields: [{ field: 'noteText', message }] } });
    const answer = await app.call(admin, 'POST', 'acme/note/save-batch', [row(), long]);
    expect(answer).toMatchObject({ code: 40000, data: { fields: [{ row: 1, field: 'noteText', message }] } });
  });

  it('is refused with its row in a batch and in an import', async () => {
    const rows = [row(), row({ noteText: varied(1000) }), row(), row({ notePlace: varied(600), noteText: varied(400) })];
    const fields = [
      { row: 1, field: 'noteText', message },
      { row: 3, field: 'notePlace', message: message.replace('内容', '地点') },
    ];
    expect(await app.call(admin, 'POST', 'acme/note/save-batch', rows)).toMatchObject({ code: 40000, data: { fields } });
    const sheet = await Sheet.of(app, admin, note, rows);
    expect(await sheet.save()).toMatchObject({ code: 40000, data: { fields } });
  });
});
