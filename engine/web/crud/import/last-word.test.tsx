import type { ImportIssue, ImportRow, SavedImport } from '@back-office/contract/calls/import.ts';
import { role } from '@back-office/sys/roles/role.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { workbookOf } from '@back-office/app/testing/web/workbook-of.ts';
import { dictionaries } from '../../testing/sample.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ImportDialog } from './import-dialog.tsx';

const button = (words: string) => page.getByRole('button', { name: words, exact: true });
const state = page.getByRole('status').last();
const row = (roleName: string, dataScope = '本人') => ({ roleName, roleCode: 'code', roleStatus: '正常', dataScope, roleSort: 1 });

/** Opens the dialog with these rows, on a server that keeps what it is sent, takes all but what `issueOf` refuses, and loses its first answers. */
async function open(rows: ReturnType<typeof row>[], issueOf: (staged: ImportRow) => ImportIssue[] = () => [], lost = 0) {
  const staged = new Map<number, ImportRow>();
  const imported: unknown[] = [];
  const issues = (): ImportIssue[] => [...staged.values()].flatMap(issueOf);
  const stage = ({ body }: Call) => {
    for (const one of body as ImportRow[])
      if (one.values === null) staged.delete(one.row);
      else staged.set(one.row, one);
    return { rows: staged.size };
  };
  const answers = new Map<string | null, SavedImport>();
  const saveOnce = ({ headers }: Call): SavedImport => {
    const key = headers.get('Idempotency-Key');
    if (answers.size === 0) answers.set(key, save());
    const answer = answers.get(key);
    lost -= 1;
    if (lost >= 0) throw new Refusal('serverError');
    if (answer === undefined) throw new Refusal('conflict', '该文件已经导入过');
    return answer;
  };
  const save = (): SavedImport => {
    const good = [...staged.values()].filter((one) => issueOf(one).length === 0);
    imported.push(...good.map(({ values }) => values?.['roleName']));
    return { batchNo: 7, saved: good.length, skipped: staged.size - good.length, issues: issues(), passwords: [] };
  };
  stubServer({
    'GET /api/sys/role/select-imports': [],
    'GET /api/sys/dict/select-tree': dictionaries({ status: ['正常', '停用'], data_scope: ['本人', '全部'] }),
    'POST /api/sys/role/open-import': { id: 'i1' },
    'POST /api/sys/role/add-import-rows/i1': stage,
    'POST /api/sys/role/check-import/i1': () => {
      if (answers.size > 0) throw new Refusal('conflict', '该文件已经导入，不能再修改');
      return { checked: staged.size, issues: issues() };
    },
    'POST /api/sys/role/save-import/i1': saveOnce,
  });
  await draw(<ImportDialog resource={role} close={() => undefined} />);
  await userEvent.upload(page.getByLabelText('选择文件'), await workbookOf(role, '角色导入模板.xlsx', rows));
  await expect.element(page.getByRole('grid')).toBeVisible();
  return imported;
}

test('a row that was corrected and then deleted is not imported with its former values', async () => {
  const imported = await open([row('文员'), row('文书')]);
  await expect.element(state).toMatchTextContent('校验通过，可以导入');
  await userEvent.click(page.getByRole('gridcell').getByText('文员'));
  await userEvent.keyboard('改名{Enter}');
  await button('删除第 2 行').click();
  await expect.element(page.getByText('共 1 行')).toBeVisible();
  await button('确定导入').click();
  await expect.poll(() => imported.length).toBeGreaterThan(0);
  expect(imported).toEqual(['文书']);
});

describe('what the table refuses', () => {
  const rows = [row('文员'), row('文书', '本部门'), row('帮手')];
  const refusal = (one: ImportRow): ImportIssue => ({ row: one.row, field: 'dataScope', message: '数据范围不在可选范围内' });

  test('by a former state of a dictionary is accepted once the server accepts it', async () => {
    const imported = await open(rows);
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    await button('确定导入').click();
    await expect.element(page.getByText('已导入 3 行')).toBeVisible();
    expect(imported).toEqual(['文员', '文书', '帮手']);
  });

  test('stays refused while the server refuses it, and is checked again before the number of good rows is stated', async () => {
    let known = ['本人'];
    const imported = await open(rows, (one) => (known.includes(String(one.values?.['dataScope'])) ? [] : [refusal(one)]));
    await expect.element(page.getByText('，1 行有错误')).toBeVisible();
    await expect.element(button('确定导入')).toBeEnabled();
    await button('确定导入').click();
    const asking = page.getByRole('dialog', { name: '还有 1 行有错误' });
    await asking.getByRole('button', { name: '返回修改' }).click();
    known = ['本人', '本部门'];
    await button('确定导入').click();
    await expect.element(page.getByText('已导入 3 行')).toBeVisible();
    expect(imported).toHaveLength(3);
  });
});

test('a save of the good rows whose answer was lost gets it when it is asked for again', async () => {
  const wrong = (one: ImportRow): ImportIssue[] =>
    one.row === 1 ? [{ row: 1, field: 'dataScope', message: '数据范围不在可选范围内' }] : [];
  const imported = await open([row('文员'), row('文书', '本部门')], wrong, 1);
  const saveGood = async (): Promise<void> => {
    await button('确定导入').click();
    await button('只导入正确的 1 行').click();
  };
  await expect.element(page.getByText('，1 行有错误')).toBeVisible();
  await expect.element(button('确定导入')).toBeEnabled();
  await saveGood();
  await expect.element(page.getByText('服务器异常，请稍后重试！')).toBeVisible();
  await saveGood();
  await expect.element(page.getByText('已导入 1 行')).toBeVisible();
  expect(imported).toEqual(['文员']);
});
