import { role } from '@back-office/sys/roles/role.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { workbookOf } from '@back-office/app/testing/web/workbook-of.ts';
import { dictionaries } from '../../testing/sample.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { ImportDialog } from './import-dialog.tsx';

const name = '角色导入模板.xlsx';
const two = ['clerk', 'writer'].map((roleCode) => ({ roleName: '文员', roleCode, roleStatus: '正常', dataScope: '本人', roleSort: 1 }));
const dialog = page.getByRole('dialog', { name: '导入角色' });
let calls: Call[];

const start = async (): Promise<void> => {
  calls = stubServer({
    'GET /api/sys/role/select-imports': [],
    'GET /api/sys/dict/select-tree': dictionaries({ status: ['正常'], data_scope: ['本人'] }),
    'POST /api/sys/role/open-import': { id: 'i1' },
    'POST /api/sys/role/add-import-rows/i1': { rows: 2 },
    'POST /api/sys/role/check-import/i1': { checked: 2, issues: [] },
  });
  await draw(<ImportDialog resource={role} close={() => undefined} />);
};
const choose = (file: File): Promise<void> => userEvent.upload(page.getByLabelText('选择文件'), file);

test.each([
  ['a file whose name is not the template’s', ['工资.xlsx'], '无效模版！'],
  ['a file that is not a workbook by its ending', ['角色导入模板.txt'], '文件格式只支持 .xls、.xlsx'],
  ['more than one file', [name, name], '文件超出限制！'],
])('%s is refused with a message before anything is read', async (_, names, words) => {
  await start();
  const dataTransfer = new DataTransfer();
  for (const each of names) dataTransfer.items.add(new File(['x'], each));
  const zone = document.querySelector('.import-drop') ?? document.body;
  zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect.element(page.getByText(words).last()).toBeVisible();
  await expect.element(page.getByText('正在读取…')).not.toBeInTheDocument();
  expect(calls.filter(({ path }) => path.includes('open-import'))).toEqual([]);
});

test('a file that lacks a column is refused naming it, and another file can be chosen at once', async () => {
  await start();
  await choose(await workbookOf(role, name, two, ['roleCode']));
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('文件不能导入缺少列：角色编码');
  await choose(await workbookOf(role, name, two));
  await expect.element(page.getByRole('grid')).toBeVisible();
});

test('a file that is not a workbook is refused with the possible reasons', async () => {
  await start();
  await choose(new File(['not a workbook'], name));
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('文件已损坏、有密码保护、内容过大，或不是 Excel 文件。');
});

test('the template is offered for download', async () => {
  await start();
  await expect.element(page.getByRole('link', { name: '角色导入模板' })).toHaveAttribute('download', name);
});
