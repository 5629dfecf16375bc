import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertDictionaries } from './insert-dictionaries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const insert = (entries: string, value = 'acme_state') => insertDictionaries(database.db, [{ label: '状态', value, entries }]);
const stored = (value: string) =>
  database.db
    .selectFrom('sys_dict as e')
    .innerJoin('sys_dict as d', 'd.id', 'e.parentId')
    .select(['e.dictValue', 'e.dictLabel', 'e.dictColor'])
    .where('d.dictValue', '=', value)
    .orderBy('e.dictSort')
    .execute();

it('takes the value, the label and the colour of an entry, in this order', async () => {
  await insert('1|2 生效|3 终止 #F5222d', 'acme_parts');
  expect(await stored('acme_parts')).toEqual([
    { dictValue: '1', dictLabel: '1', dictColor: null },
    { dictValue: '2', dictLabel: '生效', dictColor: null },
    { dictValue: '3', dictLabel: '终止', dictColor: '#F5222d' },
  ]);
});

it.each([
  ['an empty part', '草稿|生效  #52c41a', '生效  #52c41a'],
  ['a space at its end', '草稿 ', '草稿 '],
  ['nothing', '', ''],
  ['nothing after the last', '草稿|', ''],
  ['more than three parts', '1 In force now #52c41a', '1 In force now #52c41a'],
  ['a third part that is no colour', '生效 生效 green', '生效 生效 green'],
  ['a short colour', '生效 生效 #fff', '生效 生效 #fff'],
])('refuses an entry of %s', async (_what, entries, entry) => {
  await expect(insert(entries)).rejects.toThrow(
    `The entry “${entry}” of the dictionary acme_state must be a value, a label and a colour such as #52c41a, ` +
      'with one space between them; label and colour may be left out.',
  );
  expect(await stored('acme_state')).toEqual([]);
});

it('says which value stands twice', async () => {
  await expect(insert('草稿|生效|草稿 新')).rejects.toThrow('The dictionary acme_state has the entry 草稿 twice: take one out.');
  const twice = ['一', '二'].map((label) => ({ label, value: 'acme_state', entries: '草稿' }));
  await expect(insertDictionaries(database.db, twice)).rejects.toThrow('The dictionary acme_state is given twice: take one out.');
});

it('says which dictionary is there already, whoever made it, and how to go on', async () => {
  await insert('草稿', 'acme_made');
  const all = ['acme_made', 'acme_new', 'gender'].map((value) => ({ label: value, value, entries: '草稿' }));
  await expect(insertDictionaries(database.db, all)).rejects.toThrow(
    'The dictionaries acme_made (状态), gender (性别) are there already: take them out of the seed, if the entries there are the right ones, ' +
      'or give another value; or delete them in 字典管理, with the release before this one.',
  );
  expect(await stored('acme_new')).toEqual([]);
  // A value below another dictionary is none.
  await insert('草稿', '草稿');
});
