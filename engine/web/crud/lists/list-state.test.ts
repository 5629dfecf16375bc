import { dict } from '@back-office/sys/dictionaries/dict.ts';
import { user } from '@back-office/sys/users/user.ts';
import { describe, expect, test } from 'vitest';
import { listQuery, readListState, writeListState, type ListState } from './list-state.ts';

const read = (search: string) => readListState(user, new URLSearchParams(search));

describe('the state of a list in its address', () => {
  test('is read back as it was written, whatever the values contain', () => {
    const state: ListState = {
      index: 3,
      limit: 50,
      sort: 'userName:desc',
      terms: [
        { op: 'like', field: 'userName', value: 'a:b&c=d %_\\ 张' },
        { op: 'eq', field: 'userStatus', value: '正常' },
        { op: 'eq', field: 'userStatus', value: '停用' },
        { op: 'ge', field: 'createTime', value: '2026-01-31 08:00:00' },
      ],
      search: '100% 张',
      columns: ['userPhone', 'userName'],
    };
    expect(readListState(user, new URLSearchParams(writeListState(state, new URLSearchParams()).toString()))).toEqual(state);
  });

  test('keeps every filter of a link, so that the server says if there are too many', () => {
    const ids = Array.from({ length: 51 }, (_none, at) => `eq=sysOrgId:${at}`);
    expect(read([...ids, 'ge=createTime:2026-01-31 08:00:00'].join('&')).terms).toHaveLength(52);
  });

  test('omits defaults, and leaves parameters of others alone', () => {
    const state = read('tab=2&index=4&like=userName:x');
    expect(writeListState({ ...state, index: 0, terms: [] }, new URLSearchParams('tab=2&index=4')).toString()).toBe('tab=2');
  });

  test('splits a field and its value at the first colon', () => {
    expect(read('like=userEmail:a:b:c').terms).toEqual([{ op: 'like', field: 'userEmail', value: 'a:b:c' }]);
  });

  test('drops empty values, unknown fields, secrets and filters without a value', () => {
    expect(read('like=userName:&like=userName: &like=nobody:x&eq=userPassword:x&like=userName&eq=__proto__:x').terms).toEqual([]);
  });

  test.each(['-1', '1.5', 'x', '', '99999999999999999999'])('reads index %j as the first page', (index) => {
    expect(read(`index=${index}`).index).toBe(0);
  });

  test.each(['0', '10001', 'many'])('reads limit %j as the default', (limit) => {
    expect(read(`limit=${limit}`).limit).toBe(10);
  });

  test.each(['nobody:asc', 'userName', 'userName:up', 'userPassword:asc'])('does not sort by %j', (sort) => {
    expect(read(`sort=${sort}`).sort).toBeUndefined();
  });

  test.each([
    ['columns=userName,nobody,userPassword,userPhone,userName', ['userName', 'userPhone']],
    ['columns=', undefined],
    ['columns=nobody', undefined],
    ['', undefined],
  ])('reads the columns of %j', (search, columns) => expect(read(search).columns).toEqual(columns));

  test('becomes the query of the call, without the columns', () => {
    const state = readListState(dict, new URLSearchParams('columns=dictLabel&view=all&limit=20&sort=dictSort:desc&like=dictLabel:性别'));
    expect(listQuery(state)).toEqual([
      ['index', '0'],
      ['limit', '20'],
      ['sort', 'dictSort:desc'],
      ['like', 'dictLabel:性别'],
    ]);
  });
});
