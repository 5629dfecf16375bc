import { role } from '@back-office/sys/roles/role.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { workbookOf } from '@back-office/app/testing/web/workbook-of.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dictionaries } from '../../testing/sample.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ImportDialog } from './import-dialog.tsx';

const at = (name: string, row: number) => page.getByRole('textbox', { name: new RegExp(`${name}，第 ${row} 行`) });
const cell = (name: string) => page.getByRole('gridcell', { name });

/** Two rows; the server refuses the given fields, by row from 0. */
const start = async (...wrong: { row: number; field: string; message: string }[]): Promise<void> => {
  stubServer({
    'GET /api/sys/role/select-imports': [],
    'GET /api/sys/dict/select-tree': dictionaries({ status: ['正常'], data_scope: ['本人'] }),
    'POST /api/sys/role/open-import': { id: 'i1' },
    'POST /api/sys/role/add-import-rows/i1': { rows: 2 },
    'POST /api/sys/role/check-import/i1': { checked: 2, issues: wrong },
  });
  await draw(<ImportDialog resource={role} close={() => undefined} />);
  const rows = ['clerk', 'writer'].map((roleCode) => ({ roleName: '文员', roleCode, roleStatus: '正常', dataScope: '本人', roleSort: 1 }));
  await userEvent.upload(page.getByLabelText('选择文件'), await workbookOf(role, '角色导入模板.xlsx', rows));
  await expect.element(page.getByText(`，${wrong.length} 行有错误`)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: /第 2 行/ })).toHaveFocus();
};
const taken = (row: number) => ({ row, field: 'roleCode', message: '编码已存在' });

test('a click in the toolbar leaves the focus in the rows, so that typing continues there', async () => {
  await start(taken(1));
  await page.getByRole('button', { name: '下一个错误' }).click();
  await expect.element(page.getByRole('textbox', { name: /角色编码，第 3 行/ })).toHaveFocus();
  await userEvent.keyboard('editor{Enter}');
  await expect.element(page.getByRole('gridcell', { name: 'editor' })).toBeVisible();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.element(page.getByRole('gridcell', { name: 'writer' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: /第 3 行/ })).toHaveFocus();
});

test('a click in the toolbar keeps the text being typed', async () => {
  await start(taken(0), taken(1));
  await page.getByRole('button', { name: '下一个错误' }).click();
  await expect.element(at('角色编码', 2)).toHaveFocus();
  await userEvent.keyboard('editor');
  await page.getByRole('button', { name: '下一个错误' }).click();
  await expect.element(at('角色编码', 3)).toHaveFocus();
  await expect.element(cell('editor')).toBeVisible();
});

test('F8 in a cell accepts the text being typed and moves to the next error', async () => {
  await start(taken(0), taken(1));
  await userEvent.keyboard('{F8}');
  await expect.element(at('角色编码', 2)).toHaveFocus();
  await userEvent.keyboard('editor{F8}');
  await expect.element(at('角色编码', 3)).toHaveFocus();
  await expect.element(cell('editor')).toBeVisible();
});
