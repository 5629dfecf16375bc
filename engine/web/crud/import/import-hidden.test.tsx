import { role } from '@back-office/sys/roles/role.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { workbookOf } from '@back-office/app/testing/web/workbook-of.ts';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { dictionaries } from '../../testing/sample.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { tabToHide } from '../../testing/tab-to-hide.tsx';
import { ImportDialog } from './import-dialog.tsx';

const dicts = dictionaries({ status: ['正常', '停用'], data_scope: ['本人', '全部'] });
const row = { roleName: '文员', roleCode: 'clerk', roleStatus: '正常', dataScope: '本人', roleSort: 1 };
const at = '/sys/role/list';
let tab: ReturnType<typeof tabToHide>;

beforeEach(() => {
  tab = tabToHide(at);
});

/** The dialog in a tab, with a chosen file. */
async function open(more: Record<string, unknown>): Promise<void> {
  stubServer({
    'GET /api/sys/role/select-imports': [],
    'GET /api/sys/dict/select-tree': dicts,
    'POST /api/sys/role/open-import': { id: 'i1' },
    'POST /api/sys/role/add-import-rows/i1': { rows: 1 },
    'POST /api/sys/role/check-import/i1': { checked: 1, issues: [] },
    ...more,
  });
  await draw(
    <tab.Tab>
      <ImportDialog resource={role} close={() => undefined} />
    </tab.Tab>,
  );
  await userEvent.upload(page.getByLabelText('选择文件'), await workbookOf(role, '角色导入模板.xlsx', [row]));
}
const hideUntil = async (release: () => void): Promise<void> => {
  await tab.hide();
  release();
  tab.show();
};
const passed = page.getByRole('status').filter({ hasText: '校验通过，可以导入' });

describe('while its tab is hidden', () => {
  test('a chosen file is read', async () => {
    const { answer, release } = deferredAnswer(dicts);
    await open({ 'GET /api/sys/dict/select-tree': answer });
    await expect.element(page.getByText('正在读取…')).toBeVisible();
    await hideUntil(release);
    await expect.element(page.getByText('共 1 行')).toBeVisible();
    await expect.element(passed).toBeVisible();
  });

  test('the rows of an import are checked', async () => {
    let checks = 0;
    const { answer, release } = deferredAnswer({ checked: 1, issues: [] });
    await open({ 'POST /api/sys/role/check-import/i1': () => ((checks += 1), answer()) });
    await expect.poll(() => checks).toBe(1);
    await hideUntil(release);
    await expect.element(passed).toBeVisible();
    expect(checks).toBe(1);
  });
});

test('an import that is saved while its tab is hidden leaves the tab unmarked', async () => {
  const { answer, release } = deferredAnswer({ batchNo: 1, saved: 1, skipped: 0, issues: [], passwords: [] });
  let saves = 0;
  await open({ 'POST /api/sys/role/save-import/i1': () => ((saves += 1), answer()) });
  await expect.element(passed).toBeVisible();
  expect(tabsStore.isDirty(at)).toBe(true);
  await page.getByRole('button', { name: '确定导入' }).click();
  await expect.poll(() => saves).toBe(1);
  await tab.hide();
  release();
  await expect.poll(() => tabsStore.isDirty(at)).toBe(false);
  tab.show();
  await expect.element(page.getByText('已导入 1 行')).toBeVisible();
  expect(tabsStore.isDirty(at)).toBe(false);
});

describe('a file whose first rows were read while its tab is hidden', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Chooses a file that is never read to its end; resolves with its worker once the tab is hidden and has the first rows. */
  const readFirstRows = async () => {
    const held: HeldWorker[] = [];
    class HeldWorker extends Worker {
      answers = 0;
      ends = 0;
      override postMessage(question: { name: string }): void {
        if (question.name !== 'whole') return super.postMessage(question);
        held.push(this);
        this.addEventListener('message', () => (this.answers += 1));
      }
      override terminate(): void {
        this.ends += 1;
        super.terminate();
      }
    }
    vi.stubGlobal('Worker', HeldWorker);
    const { answer, release } = deferredAnswer(dicts);
    await open({ 'GET /api/sys/dict/select-tree': answer });
    await expect.element(page.getByText('正在读取…')).toBeVisible();
    await tab.hide();
    release();
    await expect.poll(() => held[0]?.answers).toBe(1);
    return { worker: held[0], ends: () => held[0]?.ends };
  };

  test('is refused, once the tab is shown, if the rest turned out to be unreadable meanwhile', async () => {
    const { worker, ends } = await readFirstRows();
    worker?.dispatchEvent(new Event('error'));
    // The worker is ended once more when all who wait for the whole file know.
    await expect.poll(ends).toBe(2);
    tab.show();
    await expect.element(page.getByText('文件已损坏、有密码保护、内容过大，或不是 Excel 文件。')).toBeVisible();
    await expect.element(page.getByLabelText('选择文件')).toBeEnabled();
  });

  test('no longer occupies its worker when the tab is closed', async () => {
    const { ends } = await readFirstRows();
    expect(ends()).toBe(0);
    tabsStore.close([at]);
    expect(ends()).toBe(1);
  });
});
