import { describe, expect, test } from 'vitest';
import { person } from '../../../testing/person.ts';
import { SheetTable } from './sheet-table.ts';

const choices = { gender: ['男', '女'].map((value) => ({ value, label: value })) };
const people = (...rows: (string | number | null)[][]): SheetTable => {
  const table = new SheetTable(person, choices);
  for (const row of rows) table.add(row);
  return table;
};
const good = (account: string) => [account, '姓名', '男', '13800138000', null, null, null, null];

describe('the changes sent to the server', () => {
  const sent = (table: SheetTable, most = 100) => table.takeUnsent(most).map(({ id, row }) => (row === undefined ? -id : id));

  test('are every row once, then only what was changed or removed', () => {
    const table = people(...['a1', 'b1', 'c1'].map(good));
    expect(sent(table, 2)).toEqual([0, 1]);
    expect(sent(table)).toEqual([2]);
    expect(table.state.unsent).toBe(0);
    table.write({ row: 1, column: 1 }, [['新名']]);
    table.remove(2, 2);
    expect(sent(table)).toEqual([-2, 1]);
    expect(table.state.unsent).toBe(0);
    table.undo();
    expect(sent(table)).toEqual([2]);
  });

  test('are sent again if they did not arrive', () => {
    const table = people(...['a1', 'b1'].map(good));
    const ids = table.takeUnsent(10).map(({ id }) => id);
    table.giveBack(ids);
    expect(sent(table)).toEqual([0, 1]);
  });

  test('say that a row is gone which was changed, or restored, since it was sent', () => {
    const table = people(...['a1', 'b1', 'c1'].map(good));
    sent(table);
    table.write({ row: 1, column: 1 }, [['新名']]);
    table.remove(1, 1);
    expect(table.state.unsent).toBe(1);
    expect(sent(table)).toEqual([-1]);
    table.remove(1, 1);
    table.undo();
    table.redo();
    expect(sent(table)).toEqual([-2]);
    expect(sent(table)).toEqual([]);
  });

  test('do not mention a row that was added and removed in between', () => {
    const table = people(good('a1'));
    sent(table);
    table.write({ row: 1, column: 0 }, [['b1']]);
    table.remove(1, 1);
    expect(table.state.unsent).toBe(0);
    expect(sent(table)).toEqual([]);
  });

  test('say that a row is gone whose arrival, or whose removal, was not confirmed', () => {
    const table = people(...['a1', 'b1', 'c1', 'd1'].map(good));
    table.giveBack(table.takeUnsent(3).map(({ id }) => id));
    table.remove(1, 1);
    table.remove(2, 2);
    expect(sent(table)).toEqual([-1, 0, 2]);
    table.remove(1, 1);
    table.giveBack(table.takeUnsent(1).map(({ id }) => id));
    table.undo();
    table.redo();
    expect(sent(table)).toEqual([-2]);
  });

  test('are answered with errors, shown next to those of the cells until the row changes', () => {
    const table = people(good('a1'), good('b1'));
    sent(table);
    table.tell(
      0,
      99,
      new Map([[1, ['账号已存在', undefined, undefined, undefined, undefined, undefined, undefined, undefined, '不在数据范围内']]]),
    );
    expect(table.shown(1, 2)[0]?.issues).toEqual(['账号已存在', null, null, null, null, null, null, null, '不在数据范围内']);
    table.write({ row: 1, column: 0 }, [['b2']]);
    expect(table.state).toMatchObject({ invalid: 0, unsent: 1 });
    table.tell(0, 99, new Map([[1, ['旧的结果']]]));
    expect(table.state.invalid).toBe(0);
  });

  test('are answered with issues that replace those of the cells, as far as the server has the rows', () => {
    const table = people(...['a1', 'b1', 'c1'].map((account) => good(account).with(2, '其他')));
    sent(table);
    table.write({ row: 2, column: 1 }, [['新名']]);
    const issues = new Map([[0, [undefined, undefined, '性别已停用']]]);
    table.tell(0, 99, issues);
    expect(table.shown(0, 3).map((row) => row.issues?.[2] ?? null)).toEqual(['性别已停用', null, '性别不在可选范围内：其他']);
  });
});
