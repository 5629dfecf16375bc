import type { ImportIssue, SavedImport } from '@back-office/contract/calls/import.ts';
import { role } from '@back-office/sys/roles/role.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { workbookOf } from '@back-office/app/testing/web/workbook-of.ts';
import { dictionaries } from '../../testing/sample.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { TabContext } from '../../platform/tabs/tab-context.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { ImportDialog } from './import-dialog.tsx';

const name = '角色导入模板.xlsx';
const saved = (more: Partial<SavedImport> = {}): SavedImport => ({ batchNo: 7, saved: 2, skipped: 0, issues: [], passwords: [], ...more });
const answers = {
  'GET /api/sys/role/select-imports': [],
  'GET /api/sys/dict/select-tree': dictionaries({ status: ['正常', '停用'], data_scope: ['本人', '全部'] }),
  'POST /api/sys/role/open-import': { id: 'i1' },
  'POST /api/sys/role/add-import-rows/i1': ({ body }: Call) => ({ rows: (body as unknown[]).length }),
  'POST /api/sys/role/check-import/i1': { checked: 2, issues: [] },
  'POST /api/sys/role/save-import/i1': saved(),
};
const row = (roleCode: string, roleName = '文员') => ({ roleName, roleCode, roleStatus: '正常', dataScope: '本人', roleSort: 1 });
const two = [row('clerk'), row('writer', '文书')];

let calls: Call[];
let closed: number;
const tab = '/sys/role/list';
const start = async (more: Record<string, unknown> = {}): Promise<void> => {
  calls = stubServer({ ...answers, ...more });
  await draw(
    <TabContext value={tab}>
      <ImportDialog resource={role} close={() => (closed += 1)} />
    </TabContext>,
  );
};
const choose = (...files: File[]): Promise<void> => userEvent.upload(page.getByLabelText('选择文件'), files);
const open = async (more: Record<string, unknown> = {}, rows = two): Promise<void> => {
  await start(more);
  await choose(await workbookOf(role, name, rows));
  await expect.element(grid).toBeVisible();
};
const grid = page.getByRole('grid');
const button = (words: string) => page.getByRole('button', { name: words, exact: true });
const dialog = page.getByRole('dialog', { name: '导入角色' });
const state = page.getByRole('status').last();
const made = (call: string): Call[] => calls.filter(({ path }) => path.includes(call));
const refusing = (issues: ImportIssue[]) => ({ 'POST /api/sys/role/check-import/i1': { checked: 2, issues } });
const issue = (at: number): ImportIssue => ({ row: at, field: 'roleCode', message: '编码已存在' });

beforeEach(() => {
  closed = 0;
});

describe('an import file', () => {
  test('has its counts shown with thousands separators, from its rows to its result', async () => {
    const rows = Array.from({ length: 2100 }, (_, at) => row(`code${at}`));
    const issues = rows.slice(0, 1050).map((_, at) => issue(at));
    const counts = { 'POST /api/sys/role/save-import/i1': saved({ saved: 1050, skipped: 1050 }) };
    await open({ ...refusing(issues), ...counts }, rows);
    await expect.element(page.getByText('共 2,100 行，1,050 行有错误')).toBeVisible();
    await expect.element(button('确定导入')).toBeEnabled();
    await button('确定导入').click();
    const asking = page.getByRole('dialog', { name: '还有 1,050 行有错误' });
    await expect.element(asking).toMatchTextContent('有错误的 1,050 行不会保存');
    await asking.getByRole('button', { name: '只导入正确的 1,050 行' }).click();
    await expect.element(page.getByText('已导入 1,050 行')).toBeVisible();
    await expect.element(page.getByText('跳过有错误的 1,050 行')).toBeVisible();
    await button('撤销导入').click();
    await expect.element(page.getByText('这次导入的 1,050 行将被删除')).toBeVisible();
  });

  test('is read, checked by the server, saved, and its result shown', async () => {
    await open();
    await expect.element(page.getByText('共 2 行')).toBeVisible();
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    expect(made('open-import')[0]?.body).toEqual({ type: '角色导入模板', fileName: name });
    expect(made('add-import-rows')[0]?.body).toMatchObject([
      { row: 0, values: { roleCode: 'clerk', roleName: '文员', roleSort: 1 } },
      { row: 1, values: { roleCode: 'writer' } },
    ]);
    await button('确定导入').click();
    await expect.element(page.getByText('已导入 2 行')).toBeVisible();
    await expect.element(page.getByText('批次号 7')).toBeVisible();
    await expect.element(button('完成')).toHaveFocus();
    await button('完成').click();
    await expect.poll(() => closed).toBe(1);
  });
});

describe('an error in an import', () => {
  test('found by the declaration’s checks is marked in its cell before the server is asked', async () => {
    let answer: (() => void) | undefined;
    const opening = { 'POST /api/sys/role/open-import': () => new Promise((resolve) => (answer = () => resolve({ id: 'i1' }))) };
    await open({ ...opening, ...refusing([issue(1)]) }, [row('clerk'), row('')]);
    await expect.element(page.getByText('，1 行有错误')).toBeVisible();
    const marked = () => [...document.querySelectorAll<HTMLElement>('[role=gridcell][aria-invalid=true]')].map(({ dataset }) => dataset);
    await expect.poll(marked).toMatchObject([{ row: '1', column: String(role.import.indexOf('roleCode')) }]);
    await expect.poll(() => answer).toBeDefined();
    answer?.();
    await expect.element(state).toMatchTextContent('校验完成，请修改标红的单元格');
  });

  test('found only by the server is shown at its row; the valid rows can be imported without it', async () => {
    await open({ ...refusing([issue(0)]), 'POST /api/sys/role/save-import/i1': saved({ saved: 1, skipped: 1 }) });
    await expect.element(page.getByText('，1 行有错误')).toBeVisible();
    await button('确定导入').click();
    const asking = page.getByRole('dialog', { name: '还有 1 行有错误' });
    await expect.element(asking).toMatchTextContent('有错误的 1 行不会保存');
    await asking.getByRole('button', { name: '只导入正确的 1 行' }).click();
    await expect.element(page.getByText('批次号 7，跳过有错误的 1 行')).toBeVisible();
    expect(made('save-import').map(({ query }) => query.get('goodOnly'))).toEqual(['true']);
  });

  test('in every row prevents saving', async () => {
    await open(refusing([issue(0), issue(1)]));
    await expect.element(page.getByText('，2 行有错误')).toBeVisible();
    await button('确定导入').click();
    await page.getByRole('dialog', { name: '还有 2 行有错误' }).getByRole('button', { name: '知道了' }).click();
    await expect.element(page.getByRole('dialog', { name: '还有 2 行有错误' })).not.toBeInTheDocument();
    expect(made('save-import')).toEqual([]);
  });

  test('found on saving is shown in its cells', async () => {
    await open({
      'POST /api/sys/role/save-import/i1': () => {
        throw new Refusal('refused', '有 1 行不能导入', { fields: [issue(1)] });
      },
    });
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    await button('确定导入').click();
    await expect.element(page.getByText('有 1 行不能导入')).toBeVisible();
    await expect.element(page.getByText('，1 行有错误')).toBeVisible();
  });
});

test('a save without an answer is repeated under the same idempotency key; after a refusal the key is new', async () => {
  const outcomes = ['serverError', 'refused'] as const;
  let at = 0;
  await open({
    'POST /api/sys/role/save-import/i1': () => {
      const outcome = outcomes[at];
      at += 1;
      if (outcome !== undefined) throw new Refusal(outcome, `第 ${at} 次`);
      return saved();
    },
  });
  await expect.element(state).toMatchTextContent('校验通过，可以导入');
  for (const words of ['服务器异常，请稍后重试！', '第 2 次', '已导入 2 行']) {
    await button('确定导入').click();
    await expect.element(page.getByText(words)).toBeVisible();
  }
  const [first, second, third] = made('save-import').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

describe('leaving an import', () => {
  test('asks for confirmation while there are unsaved rows, and can be called off', async () => {
    await open();
    await button('取消').click();
    const asking = page.getByRole('dialog', { name: '放弃导入？' });
    await asking.getByRole('button', { name: '继续导入' }).click();
    await expect.element(grid).toBeVisible();
    await button('取消').click();
    await asking.getByRole('button', { name: '放弃', exact: true }).click();
    await expect.poll(() => closed).toBe(1);
  });

  test('says during a save that it will be completed even if the person leaves', async () => {
    let answer: (() => void) | undefined;
    await open({ 'POST /api/sys/role/save-import/i1': () => new Promise((resolve) => (answer = () => resolve(saved()))) });
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    await button('确定导入').click();
    await expect.poll(() => answer).toBeDefined();
    await button('Close').or(button('关闭')).first().click();
    const asking = page.getByRole('dialog', { name: '正在保存，确定离开？' });
    await expect.element(asking.getByText(/离开后仍会完成/)).toBeVisible();
    await asking.getByRole('button', { name: '继续等待' }).click();
    answer?.();
    await expect.element(page.getByText('已导入 2 行')).toBeVisible();
  });

  test('asks nothing before a file is chosen', async () => {
    await start();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => closed).toBe(1);
  });

  test('asks on every way out until the passwords, which are shown only once, are downloaded, then no more', async () => {
    const passwords = [{ row: 0, label: '文员', account: 'clerk', password: 'Lantern-77' }];
    await open({ 'POST /api/sys/role/save-import/i1': saved({ passwords }) });
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    await button('确定导入').click();
    await expect.element(button('下载密码')).toHaveFocus();
    const asking = page.getByRole('dialog', { name: '没有下载密码，确定离开？' });
    for (const leave of [() => button('完成').click(), () => button('继续导入').click(), () => userEvent.keyboard('{Escape}')]) {
      await leave();
      await asking.getByRole('button', { name: '返回下载' }).click();
      await expect.element(asking).not.toBeInTheDocument();
      await expect.element(page.getByText('已导入 2 行')).toBeVisible();
    }
    expect(closed).toBe(0);
    // The tab, which browser Back hides, is kept too.
    expect(tabsStore.isDirty(tab)).toBe(true);
    await button('下载密码').click();
    await expect.element(dialog.getByRole('alert')).toHaveClass('ant-alert-success');
    await button('完成').click();
    await expect.poll(() => closed).toBe(1);
  });

  test('says that passwords were not downloaded because no code came, and downloads them when asked again', async () => {
    const passwords = [{ row: 0, label: '文员', account: 'clerk', password: 'Lantern-77' }];
    await open({ 'POST /api/sys/role/save-import/i1': saved({ passwords }) });
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    await button('确定导入').click();
    const { Worker } = globalThis;
    vi.stubGlobal('Worker', function WithoutCode() {
      return new Worker('/no-such-code.js');
    });
    await button('下载密码').click();
    await expect.element(page.getByText('下载失败，请重试')).toBeVisible();
    await expect.element(dialog.getByRole('alert')).toHaveClass('ant-alert-warning');
    vi.stubGlobal('Worker', Worker);
    await button('下载密码').click();
    await expect.element(dialog.getByRole('alert')).toHaveClass('ant-alert-success');
  });

  test('for another file asks only if something was changed', async () => {
    const asking = page.getByRole('dialog', { name: '重新选择文件？' });
    const choosing = page.getByText('第二步：选择填写好的文件');
    await open();
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    await button('重新选择文件').click();
    await expect.element(choosing).toBeVisible();
    await expect.element(asking).not.toBeInTheDocument();
    await choose(await workbookOf(role, name, two));
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    await button('删除行').click();
    await expect.element(page.getByText('共 1 行')).toBeVisible();
    await button('重新选择文件').click();
    await asking.getByRole('button', { name: '重新选择' }).click();
    await expect.element(choosing).toBeVisible();
  });
});
