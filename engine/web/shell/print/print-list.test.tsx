import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { org } from '@back-office/sys/orgs/org.ts';
import { user } from '@back-office/sys/users/user.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ListPage } from '../../crud/pages/list-page.tsx';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { manyRows, stubList } from '../../testing/stub-list.ts';
import { type Call, Refusal, stubServer } from '../../testing/stub-server.ts';
import { PrintButton } from './print-button.tsx';
import { PrintListDialog } from './print-list-dialog.tsx';

/** The names in each printed document. */
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

test('Enter prints the proposed rows', async () => {
  await drawUsers(12);
  await button.click();
  await expect.element(dialog.getByRole('button', { name: '打印' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => printed).toEqual([names(10)]);
});

test('a list that is wholly visible is printed at once', async () => {
  await drawUsers(7);
  await button.click();
  expect(printed).toEqual([names(7)]);
});

test('a longer list can be printed with all its filtered rows; the next print has the current page again', async () => {
  await drawUsers(36);
  await userEvent.keyboard('{Control>}p{/Control}');
  await expect.element(dialog.getByRole('radio', { name: '本页 10 条' })).toBeChecked();
  await choose('符合条件的全部 36 条');
  expect(printed).toEqual([names(36)]);
  print();
  expect(printed[1]).toEqual(names(10));
});

test('a page with more rows than are rendered is printed whole', async () => {
  await drawUsers(300, '/sys/user/list?limit=500');
  expect(document.querySelectorAll('.ant-table-row').length).toBeLessThan(300);
  await button.click();
  await choose('本页 300 条');
  expect(printed).toEqual([names(300)]);
});

test('a page with more rows than are rendered says on paper how many are missing if the browser prints it by itself', async () => {
  await drawUsers(300, '/sys/user/list?limit=500');
  const rendered = document.querySelectorAll('.ant-table-row').length;
  let head = '';
  const note = (): void => void (head = document.querySelector('.print-head')?.textContent ?? '');
  addEventListener('beforeprint', note);
  print();
  removeEventListener('beforeprint', note);
  expect(head).toContain(`只打印了 300 条中的 ${rendered} 条`);
});

test('selected rows are proposed, and nothing is printed after 取消', async () => {
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

test('says why the rows could not be loaded, and prints none', async () => {
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

test('refuses more rows than anybody reads on paper', async () => {
  await drawUsers(10, '/sys/user/list', { [`GET /api/${user.name}/select-page`]: { items: manyRows(user, 10), total: 1001 } });
  await button.click();
  await expect.element(dialog.getByRole('radio', { name: '符合条件的全部 1,001 条' })).toBeDisabled();
  await expect.element(dialog.getByText('一次最多打印 1,000 条')).toBeVisible();
});

test.each(['record-beside', 'ant-drawer-body'])('with a record open in %s, only that record is printed and not the list', async (place) => {
  await drawUsers(7);
  let words: (string | undefined)[] = [];
  const note = (): void => {
    words = [...document.querySelectorAll('#content > *')].map(({ className, textContent }) => `${className} ${textContent}`);
  };
  addEventListener('beforeprint', note);
  const record = document.createElement('div');
  record.innerHTML = `<section class="${place}"><header>查看用户</header><p>甲1 的备注</p></section>`;
  record.className = 'record-over';
  (place === 'record-beside' ? document.getElementById('content') : document.body)?.append(record);
  await button.click();
  expect(printed).toEqual([[]]);
  expect(words.slice(0, 2)).toEqual([expect.stringMatching(/^print-head /), 'print-record 甲1 的备注']);
  expect(document.querySelector('.print-record')).toBe(null);
  record.remove();
  removeEventListener('beforeprint', note);
  await button.click();
  expect(printed[1]).toEqual(names(7));
});

describe('a tree', () => {
  const node = (id: string, parentId: string | null, more: boolean): AnyRow =>
    ({ ...manyRows(org, 1)[0], id, orgName: id, parentId, hasChildren: more }) as AnyRow;
  const nodes = [node('总部', null, true), node('分部', '总部', true), node('小组', '分部', false), node('别处', null, false)];
  const answers = { [`GET /api/${org.name}/select-levels`]: { items: nodes, depth: 3, more: false } };
  const drawTree = async (given: object = answers): Promise<void> => {
    stubServer({
      ...stubList(org, []),
      [`GET /api/${org.name}/select-page`]: { items: [nodes[0], nodes[3]], total: 2 },
      [`GET /api/${org.name}/select-counts`]: ({ query }: Call) => ({ counts: query.getAll('of').map(() => 4) }),
      ...given,
    });
    await draw(
      <>
        <PrintButton Dialog={PrintListDialog} />
        <div id="content" className="shell-content">
          <ListPage resource={org} />
        </div>
      </>,
      { at: '/base/org/list' },
    );
    await expect.element(page.getByText('总部', { exact: true })).toBeVisible();
  };
  const tree = page.getByRole('dialog', { name: '打印机构' });

  test('is printed whole, each node below its parent, even if only its roots are shown', async () => {
    await drawTree();
    await button.click();
    await tree.getByRole('radio', { name: '符合条件的全部 4 条' }).click();
    await tree.getByRole('button', { name: '打印' }).click();
    await expect.poll(() => printed).toEqual([['总部', '\u3000分部', '\u3000\u3000小组', '别处']]);
  });

  test.each([
    ['while its count is loading', new Promise(() => undefined)],
    ['if the server does not count it', { counts: [null] }],
  ])('can be printed whole %s', async (_, counts) => {
    await drawTree({ ...answers, [`GET /api/${org.name}/select-counts`]: () => counts });
    await userEvent.keyboard('{Control>}p{/Control}');
    await tree.getByRole('radio', { name: '符合条件的全部', exact: true }).click();
    await tree.getByRole('button', { name: '打印' }).click();
    await expect.poll(() => printed).toEqual([['总部', '\u3000分部', '\u3000\u3000小组', '别处']]);
  });

  test('that shows more nodes than are rendered is printed whole', async () => {
    const leaves = Array.from({ length: 150 }, (_, at) => node(`组${at + 1}`, '总部', false));
    await drawTree({
      ...stubList(org, [node('总部', null, true), ...leaves]),
      [`GET /api/${org.name}/select-counts`]: { counts: [151] },
    });
    await expect.element(page.getByText('组1', { exact: true })).toBeVisible();
    await button.click();
    await tree.getByRole('radio', { name: '本页 151 条' }).click();
    await tree.getByRole('button', { name: '打印' }).click();
    await expect.poll(() => printed).toEqual([['总部', ...leaves.map(({ id }) => `\u3000${id}`)]]);
  });

  test('with more nodes than the server returns is not printed in part, and says so', async () => {
    await drawTree({ [`GET /api/${org.name}/select-levels`]: { items: nodes.slice(0, 2), depth: 2, more: true } });
    await button.click();
    await tree.getByRole('radio', { name: '符合条件的全部 4 条' }).click();
    await tree.getByRole('button', { name: '打印' }).click();
    await expect.element(tree.getByText('超过 1,000 条，请改用“导出”')).toBeVisible();
    expect(printed).toEqual([]);
  });
});

test('on a phone 打印 is in the list’s 更多操作, and asks the same', async () => {
  await onPhone();
  await drawUsers(36);
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('dialog', { name: '更多操作' }).getByRole('button', { name: '打印' }).click();
  await choose('符合条件的全部 36 条');
  expect(printed).toEqual([names(36)]);
});
