import { Table, Tag } from 'antd';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { logOpt } from '@back-office/sys/logs/log-opt.ts';
import { user } from '@back-office/sys/users/user.ts';
import { ListPage } from '../../crud/pages/list-page.tsx';
import { CopyButton } from '../../platform/copying/copy-button.tsx';
import { onPaper } from '../../testing/on-paper.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { preparePrint } from './prepare-print.ts';
import { printTable } from './print-table.ts';
import './print.css';

const columns = [
  { title: '机构名称', dataIndex: 'name' },
  { title: '状态', dataIndex: 'state', render: (state: string) => <Tag>{state}</Tag> },
  { title: '操作', className: 'list-actions', render: () => <button type="button">编辑</button> },
];
const rows = [{ key: 1, name: '岚山仪器集团有限公司', state: '正常', children: [{ key: 2, name: '华东分公司', state: '停用' }] }];
const drawList = () =>
  draw(
    <div id="content">
      <Table
        className="list-table"
        sticky
        scroll={{ x: 900 }}
        columns={columns}
        dataSource={rows}
        rowSelection={{ onChange: () => undefined }}
        expandable={{ defaultExpandAllRows: true }}
        pagination={false}
      />
    </div>,
  );
const cells = (table: Element | null): string[][] =>
  [...(table?.querySelectorAll('tr') ?? [])].map((row) => [...row.children].map(({ textContent }) => textContent));

let end: () => void = () => undefined;
afterEach(() => end());

test('a list is printed as one table with its levels, without its controls', async () => {
  await drawList();
  await expect.element(page.getByText('华东分公司')).toBeVisible();
  const table = printTable(document.querySelector('.list-table') ?? document.body);
  expect(cells(table ?? null)).toEqual([
    ['机构名称', '状态'],
    ['岚山仪器集团有限公司', '正常'],
    ['\u3000华东分公司', '停用'],
  ]);
  expect(table?.tHead?.rows.length).toBe(1);
});

test.each([
  [logOpt, 1],
  [user, 0],
])('a list is printed without the column of its actions, and with a field 操作', async (resource, count) => {
  stubServer(stubList(resource, rowsOf(resource, { optType: '修改', optTarget: '张三', userName: '李四' })));
  await draw(<ListPage resource={resource} />, { at: `/${resource.name}/list` });
  await expect.element(page.getByText('李四', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: '操作' }).first()).toBeInTheDocument();
  const [heads = []] = cells(printTable(document.querySelector('.list-table') ?? document.body) ?? null);
  expect(heads.filter((head) => head === '操作')).toHaveLength(count);
});

test('a page that is light on dark is detected, and printed as on white', async () => {
  await drawList();
  document.body.style.color = '#eee';
  end = preparePrint();
  dispatchEvent(new Event('beforeprint'));
  expect(document.querySelector('#content')?.className).toBe('printed-dark');
  dispatchEvent(new Event('afterprint'));
  expect(document.querySelector('#content')?.className).toBe('');
  document.body.style.color = '';
});

test('the page gets a print heading while it is printed, and is restored afterwards', async () => {
  signInAs();
  await drawList();
  await expect.element(page.getByText('华东分公司')).toBeVisible();
  end = preparePrint();
  const before = document.getElementById('content')?.innerHTML;
  dispatchEvent(new Event('beforeprint'));
  dispatchEvent(new Event('beforeprint'));
  expect(document.querySelectorAll('.print-head')).toHaveLength(1);
  expect(document.querySelector('.print-head')?.textContent).toMatch(/打印人：系统管理员（admin）　打印时间：\d{4}/);
  expect(document.querySelectorAll('.print-table')).toHaveLength(1);
  expect(document.querySelector('.printed-dark')).toBeNull();
  dispatchEvent(new Event('afterprint'));
  expect(document.getElementById('content')?.innerHTML).toBe(before);
});

test('the buttons that copy a value are not printed', async () => {
  await draw(
    <>
      一<CopyButton text="19900000000" />
    </>,
  );
  const copy = page.getByRole('button', { name: '复制19900000000', includeHidden: true });
  await onPaper(copy.element());
  await expect.element(page.getByText('一')).toBeVisible();
  await expect.element(copy).not.toBeVisible();
});

test('what a page shows in a part that scrolls is printed whole, and the page is restored afterwards', async () => {
  signInAs();
  const lines = Array.from({ length: 60 }, (_, at) => <p key={at}>第 {at} 行</p>);
  await draw(
    <div id="content" className="shell-content">
      <div data-testid="part" style={{ height: 200, overflow: 'auto' }}>
        {lines}
      </div>
      <pre data-testid="text" style={{ maxWidth: 300, overflow: 'auto' }}>
        {'一行很长的日志'.repeat(40)}
      </pre>
      <textarea data-testid="typed" rows={2} defaultValue={'写了很多\n'.repeat(20)} />
    </div>,
  );
  const parts = ['part', 'text', 'typed'].map((id) => page.getByTestId(id).element());
  const isCut = (part: Element): boolean => part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth;
  expect(parts.map(isCut)).toEqual([true, true, true]);
  end = preparePrint();
  const before = document.getElementById('content')?.innerHTML;
  dispatchEvent(new Event('beforeprint'));
  await onPaper(parts[0] ?? document.body);
  expect(parts.map(isCut)).toEqual([false, false, false]);
  dispatchEvent(new Event('afterprint'));
  expect(document.getElementById('content')?.innerHTML).toBe(before);
});
