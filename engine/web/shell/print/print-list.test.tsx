import { user } from '@back-office/sys/users/user.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ListPage } from '../../crud/pages/list-page.tsx';
import { draw } from '../../testing/draw.tsx';
import { manyRows, stubList } from '../../testing/stub-list.ts';
import { Refusal, stubServer } from '../../testing/stub-server.ts';
import { PrintButton } from './print-button.tsx';
import { PrintListDialog } from './print-list-dialog.tsx';

/** The names on each sheet that was printed. */
let printed: string[][] = [];
beforeEach(() => {
  printed = [];
  vi.stubGlobal('print', () => {
    dispatchEvent(new Event('beforeprint'));
    printed.push([...document.querySelectorAll('.print-table tbody tr')].map((row) => row.children[0]?.textContent ?? ''));
    dispatchEvent(new Event('afterprint'));
  });
});
afterEach(() => vi.unstubAllGlobals());

const button = page.getByRole('button', { name: '打印', exact: true }).first();
const dialog = page.getByRole('dialog', { name: '打印用户' });
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `甲${at + 1}`);

async function drawUsers(count: number, at = '/sys/user/list', answers: object = {}): Promise<void> {
  stubServer({ ...stubList(user, manyRows(user, count)), ...answers });
  await draw(
    <>
      <PrintButton Dialog={PrintListDialog} />
      <div id="content" className="shell-content">
        <ListPage resource={user} />
      </div>
    </>,
    { at },
  );
  await expect.element(page.getByText('甲1', { exact: true })).toBeVisible();
}

async function choose(label: string): Promise<void> {
  await dialog.getByRole('radio', { name: label }).click();
  await dialog.getByRole('button', { name: '打印' }).click();
  await expect.poll(() => printed).toHaveLength(1);
  await expect.element(dialog).not.toBeInTheDocument();
}

test('Enter prints what is proposed', async () => {
  await drawUsers(12);
  await button.click();
  await expect.element(dialog.getByRole('button', { name: '打印' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => printed).toEqual([names(10)]);
});

test('a list that is seen whole is printed at once', async () => {
  await drawUsers(7);
  await button.click();
  expect(printed).toEqual([names(7)]);
});

test('of a longer one all that the filters find may be printed, and afterwards the page as it stands again', async () => {
  await drawUsers(36);
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.element(dialog.getByRole('radio', { name: '本页 10 条' })).toBeChecked();
  await choose('符合条件的全部 36 条');
  expect(printed).toEqual([names(36)]);
  print();
  expect(printed[1]).toEqual(names(10));
});

test('a page of more rows than are drawn comes whole', async () => {
  await drawUsers(300, '/sys/user/list?limit=500');
  expect(document.querySelectorAll('.ant-table-row').length).toBeLessThan(300);
  await button.click();
  await choose('本页 300 条');
  expect(printed).toEqual([names(300)]);
});

test('ticked rows are proposed, and nothing is printed after 取消', async () => {
  await drawUsers(3);
  await page.getByRole('checkbox', { name: '选择甲2' }).click();
  await button.click();
  await expect.element(dialog.getByRole('radio', { name: '所选 1 条' })).toBeChecked();
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(printed).toEqual([]);
  await button.click();
  await choose('所选 1 条');
  expect(printed).toEqual([['甲2']]);
});

test('says where there are too many, and why nothing came', async () => {
  let isGone = false;
  await drawUsers(10, '/sys/user/list', {
    [`GET /api/${user.name}/select-page`]: () => {
      if (isGone) throw new Refusal('unavailable');
      return { items: manyRows(user, 10), total: 20 };
    },
  });
  await button.click();
  isGone = true;
  await dialog.getByRole('radio', { name: '符合条件的全部 20 条' }).click();
  await dialog.getByRole('button', { name: '打印' }).click();
  await expect.element(dialog.getByText('服务暂不可用，请稍后再试')).toBeVisible();
  expect(printed).toEqual([]);
});

test('refuses what nobody reads on paper', async () => {
  await drawUsers(10, '/sys/user/list', { [`GET /api/${user.name}/select-page`]: { items: manyRows(user, 10), total: 1001 } });
  await button.click();
  await expect.element(dialog.getByRole('radio', { name: '符合条件的全部 1,001 条' })).toBeDisabled();
  await expect.element(dialog.getByText('一次最多打印 1,000 条')).toBeVisible();
});

test('of a list with a record open beside it nothing is printed but the record', async () => {
  await drawUsers(7);
  const record = document.createElement('section');
  record.className = 'record-beside';
  record.textContent = '甲1';
  document.getElementById('content')?.append(record);
  await button.click();
  record.remove();
  await button.click();
  expect(printed).toEqual([[], names(7)]);
});
