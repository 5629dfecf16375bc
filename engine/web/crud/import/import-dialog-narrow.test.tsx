import { role } from '@back-office/sys/roles/role.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { dictionaries } from '../../testing/sample.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { workbookOf } from '@back-office/app/testing/web/workbook-of.ts';
import { ImportDialog } from './import-dialog.tsx';

test('on a phone the rows have most of the space, with all their tools next to them', async () => {
  await onPhone();
  stubServer({
    'GET /api/sys/role/select-imports': [],
    'GET /api/sys/dict/select-tree': dictionaries({ status: ['正常'], data_scope: ['本人'] }),
    'POST /api/sys/role/open-import': { id: 'i1' },
    'POST /api/sys/role/add-import-rows/i1': { rows: 1 },
    'POST /api/sys/role/check-import/i1': { checked: 1, issues: [{ row: 0, field: 'roleCode', message: '编码已存在' }] },
  });
  await draw(<ImportDialog resource={role} close={() => undefined} />);
  const values = { roleName: '文员', roleCode: 'clerk', roleStatus: '正常', dataScope: '本人', roleSort: 1 };
  await userEvent.upload(page.getByLabelText('选择文件'), await workbookOf(role, '角色导入模板.xlsx', [values]));
  await expect.element(page.getByText('，1 行有错误')).toBeVisible();
  const tools = page.getByRole('toolbar', { name: '导入工具栏' }).getByRole('button');
  for (const name of ['下一个错误', '下载错误数据', '撤销', '重做', '删除行'])
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible();
  const tops = tools.elements().map((tool) => Math.round(tool.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const save = page.getByRole('button', { name: '确定导入' }).element().getBoundingClientRect();
  expect(page.getByRole('button', { name: '重新选择文件' }).element().getBoundingClientRect().top).toBe(save.top);
  const dialog = page.getByRole('dialog').element().getBoundingClientRect();
  expect(page.getByRole('grid').element().getBoundingClientRect().height / dialog.height).toBeGreaterThan(0.5);
});
