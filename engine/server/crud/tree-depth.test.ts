import { expect, it } from 'vitest';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { type Issues, openSheetApp, orgRow, Sheet } from '@back-office/app/testing/server/sheet.ts';

/* Which of several records is named for making the tree too deep, or for being below itself. */
const { app, admin, saved } = await openSheetApp();

const tooDeep = '层级不能超过 100 级';
const batch = (rows: unknown) => app.call<AnyRow & Issues>(admin, 'POST', 'sys/org/save-batch', rows);
/** A chain of that many levels, each below the one before; returns them from the top. */
async function chain(name: string, levels: number): Promise<AnyRow[]> {
  const made: AnyRow[] = [];
  for (let level = 1; level <= levels; level += 1)
    made.push(await saved('sys/org', { orgName: `${name}${level}`, orgCode: `${name}-${level}`, parentId: made.at(-1)?.id ?? null }));
  return made;
}
const nameOf = (prefix: string, level: number) => (level === 0 ? null : `${prefix}第${level}级`);
const column = (prefix: string, levels: number) =>
  Array.from({ length: levels }, (_, at) => orgRow({ orgName: nameOf(prefix, at + 1), parentId: nameOf(prefix, at) }));

it('an import of more than a hundred levels names the first row that is too deep', async () => {
  const rows = [orgRow(), ...column('深', 102), orgRow()];
  const sheet = await Sheet.of(app, admin, 'sys/org', rows.toReversed());
  const { code, message, data } = await sheet.save();
  expect([code, message]).toEqual([40000, tooDeep]);
  // In reverse order: the 101st level is in the third row of the file.
  expect(data.fields).toEqual([{ row: 2, field: 'parentId', message: tooDeep }]);
  expect((await sheet.add([1, 2].map((row) => ({ row, values: null })))).code).toBe(20000);
  expect((await sheet.save()).data).toMatchObject({ saved: 102 });
});

it('an import names the row of the file even if it is saved alone, after a thousand others', async () => {
  const below = (await chain('floor', 100)).at(-1);
  const rows = [...Array.from({ length: 1000 }, () => orgRow()), orgRow({ parentId: below?.['orgCode'] })];
  const sheet = await Sheet.of(app, admin, 'sys/org', rows);
  expect((await sheet.save()).data.fields).toEqual([{ row: 1000, field: 'parentId', message: tooDeep }]);
});

it('a batch names the row, and judges each moved record by its own descendants alone', async () => {
  const [long, short] = [await chain('long', 99), await chain('short', 3)];
  const [last, ...top] = [long.at(-1), ...short];
  const under = (record: AnyRow | undefined, parentId: unknown) => ({ id: record?.id, version: record?.version, parentId });
  const refused = await batch([orgRow(), under(top[0], last?.id)]);
  expect([refused.code, refused.data.fields]).toEqual([40000, [{ row: 1, field: 'parentId', message: tooDeep }]]);
  const cycle = await batch([orgRow(), under(long[0], last?.id)]);
  expect([cycle.code, cycle.data]).toEqual([40900, { conflict: 'cycle', field: 'parentId', row: 1 }]);
  const other = await saved('sys/org', orgRow());
  // One goes to the deepest level allowed, with nothing below it; another has many below it and goes to the top.
  const { code, message } = await batch([under(other, last?.id), under(short[1], null)]);
  expect([code, message]).toEqual([20000, '操作成功']);
});
