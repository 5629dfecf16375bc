import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { onStatement } from '../platform/database/planning-client.ts';

/*
 * The statements of a save, besides BEGIN and COMMIT (docs/decisions/0055-a-save-in-three-round-trips.md). A statement that a feature
 * adds to every save shows in no answer, and costs as much as the INSERT itself.
 */
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  token = await app.admin();
});
afterAll(() => app.drop());

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^\s*INSERT INTO "?(\w+)/, 'INSERT'],
  [/pg_advisory_xact_lock/, 'lock'],
  [/refuse_moved_rights/, 'check of the rights'],
  [/\bw\(dict text/, 'dictionary words'],
  [/\bg\("/, 'lookalikes'],
  [/WITH RECURSIVE up\(/, 'depth'],
  [/FROM "(\w+)" t\b/, 'SELECT'],
];

/** What the statement works on; its text if it is none of those that a save sends. */
function kindOf(text: string): string {
  for (const [pattern, kind] of kinds) {
    const found = pattern.exec(text);
    if (found !== null) return [kind, ...found.slice(1)].join(' ');
  }
  return text;
}

/** The statements of the second of two saves: the first looks up the session, and caches the words. */
async function statementsOf(name: string, bodyOf: (save: number) => object): Promise<string[]> {
  expect((await app.call(token, 'POST', `sys/${name}/save`, bodyOf(1))).code).toBe(20000);
  const texts: string[] = [];
  const stop = onStatement(({ text }) => texts.push(text));
  const { code } = await app.call(token, 'POST', `sys/${name}/save`, bodyOf(2));
  stop();
  expect(code).toBe(20000);
  return texts.map(kindOf);
}

it('the draft of a notice asks nothing about mails or readers', async () => {
  const notice = { msgTitle: '停电通知', msgContent: '<p>周五停电</p>', msgScope: '全部', msgStatus: '草稿' };
  expect(await statementsOf('msg', () => notice)).toEqual([
    'INSERT sys_msg',
    'SELECT sys_msg',
    'INSERT sys_log_opt',
    'lock',
    'check of the rights',
  ]);
});

it('an entry of a dictionary', async () => {
  const { rows } = await app.database.pool.query<{ id: string }>(
    'SELECT id FROM sys_dict WHERE parent_id IS NULL ORDER BY dict_value LIMIT 1',
  );
  const word = { parentId: rows[0]?.id, dictLabel: '颜色', dictValueType: 'String', dictStatus: '正常' };
  expect(await statementsOf('dict', (save) => ({ ...word, dictValue: `colour${save}` }))).toEqual([
    'lock',
    'lock',
    'SELECT sys_dict',
    'dictionary words',
    'lookalikes',
    'INSERT sys_dict',
    'SELECT sys_dict',
    'depth',
    'INSERT sys_log_opt',
    'check of the rights',
  ]);
});
