import type { ImportRow } from '@back-office/contract/calls/import.ts';
import { role } from '@back-office/sys/roles/role.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { workbookOf } from '@back-office/app/testing/web/workbook-of.ts';
import { dictionaries } from '../../testing/sample.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { ImportDialog } from './import-dialog.tsx';

const row = (roleRemark: string) => ({
  roleName: '文员',
  roleCode: 'clerk',
  roleStatus: '正常',
  dataScope: '本人',
  roleSort: 1,
  roleRemark,
});

/** Opens the dialog with rows of these remarks; returns the rows of each call that sent some. */
async function open(remarks: readonly string[]) {
  const parts: ImportRow[][] = [];
  stubServer({
    'GET /api/sys/role/select-imports': [],
    'GET /api/sys/dict/select-tree': dictionaries({ status: ['正常', '停用'], data_scope: ['本人', '全部'] }),
    'POST /api/sys/role/open-import': { id: 'i1' },
    'POST /api/sys/role/add-import-rows/i1': ({ body }: Call) => ({ rows: parts.push(body as ImportRow[]) }),
    'POST /api/sys/role/check-import/i1': { checked: 2, issues: [] },
  });
  await draw(<ImportDialog resource={role} close={() => undefined} />);
  await userEvent.upload(page.getByLabelText('选择文件'), await workbookOf(role, '角色导入模板.xlsx', remarks.map(row)));
  await expect.element(page.getByRole('status').last()).toMatchTextContent('校验通过，可以导入');
  return parts;
}
const remarksOf = (rows: readonly ImportRow[] | undefined) => rows?.map(({ values }) => values?.['roleRemark']);

describe('long cells of an import', () => {
  test('are sent in as many parts as the server can take', async () => {
    const remarks = Array.from({ length: 100 }, (_, at) => `${at}${'字'.repeat(32_000)}`);
    const parts = await open(remarks);
    expect(parts.map((rows) => JSON.stringify(rows).length < 2_600_000)).toEqual([true, true]);
    expect(remarksOf(parts.flat())).toEqual(remarks);
  });

  test('keep their line breaks while they are edited', async () => {
    const parts = await open(['第一行\n第二行\n第三行']);
    await userEvent.dblClick(page.getByRole('gridcell').getByText('第一行'));
    await userEvent.keyboard('{End}完{Enter}');
    await page.getByRole('button', { name: '重新校验' }).click();
    await expect.poll(() => remarksOf(parts[1])).toEqual(['第一行\n第二行\n第三行完']);
  });

  test.each([
    [2, 0],
    [2, 1],
    [60, 0],
    [60, 59],
  ])('of %i rows show all lines of row %i while it is edited', async (count, at) => {
    const lines = '第一行\n第二行，是一句比列宽更长的话，要换行才看得全\n第三行\n第四行';
    await open(Array.from({ length: count }, (_, index) => (index === at ? lines : '短')));
    await userEvent.click(page.getByRole('gridcell').first());
    if (at > 2) await userEvent.keyboard('{Control>}{End}{/Control}');
    await userEvent.dblClick(page.getByRole('gridcell').getByText('第一行'));
    const input = document.querySelector<HTMLTextAreaElement>('textarea.import-input-open');
    if (input === null) throw new Error('Nothing is edited.');
    expect(input.scrollHeight).toBeLessThanOrEqual(input.clientHeight);
    const { left, top, bottom } = input.getBoundingClientRect();
    // Neither cut by the frame nor covered by rows, header and totals.
    for (const y of [top + 4, bottom - 4]) expect(document.elementFromPoint(left + 8, y)).toBe(input);
  });

  test('let the arrow keys move between their lines', async () => {
    const parts = await open(['第一行\n第二行']);
    await userEvent.dblClick(page.getByRole('gridcell').getByText('第一行'));
    await userEvent.keyboard('{Control>}{End}{/Control}{ArrowUp}上{Enter}');
    await page.getByRole('button', { name: '重新校验' }).click();
    await expect.poll(() => remarksOf(parts[1])).toEqual(['第一行上\n第二行']);
  });

  test('are committed by a tool of the table that is used while they are edited', async () => {
    const parts = await open(['甲\n乙']);
    await userEvent.dblClick(page.getByRole('gridcell').getByText('甲'));
    await userEvent.keyboard('{Control>}{End}{/Control}丙{Enter}{F2}丁');
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByRole('button', { name: '重新校验' }).click();
    await expect.poll(() => remarksOf(parts[1])).toEqual(['甲\n乙丙']);
  });

  test('are broken into lines by Alt+Enter while they are edited', async () => {
    const parts = await open(['第一行第二行']);
    await userEvent.dblClick(page.getByRole('gridcell').getByText('第一行'));
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight}{ArrowRight}{ArrowRight}{Alt>}{Enter}{/Alt}新{Enter}');
    await page.getByRole('button', { name: '重新校验' }).click();
    await expect.poll(() => remarksOf(parts[1])).toEqual(['第一行\n新第二行']);
  });

  test('begin to be edited, with their text, by Alt+Enter', async () => {
    const parts = await open(['第一行']);
    await userEvent.click(page.getByRole('gridcell').getByText('第一行'));
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}完{Enter}');
    await page.getByRole('button', { name: '重新校验' }).click();
    await expect.poll(() => remarksOf(parts[1])).toEqual(['第一行完']);
  });
});
