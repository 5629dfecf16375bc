import type { SavedImport } from '@back-office/contract/calls/import.ts';
import { role } from '@back-office/sys/roles/role.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { workbookOf } from '@back-office/app/testing/web/workbook-of.ts';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { dictionaries } from '../../testing/sample.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ImportDialog } from './import-dialog.tsx';

const saved: SavedImport = { batchNo: 7, saved: 2, skipped: 0, issues: [], passwords: [] };
const answers = {
  'GET /api/sys/role/select-imports': [],
  'GET /api/sys/dict/select-tree': dictionaries({ status: ['正常', '停用'], data_scope: ['本人', '全部'] }),
  'POST /api/sys/role/add-import-rows/i1': ({ body }: Call) => ({ rows: (body as unknown[]).length }),
  'POST /api/sys/role/check-import/i1': { checked: 2, issues: [] },
  'POST /api/sys/role/save-import/i1': saved,
};
const row = (roleCode: string, roleName = '文员') => ({ roleName, roleCode, roleStatus: '正常', dataScope: '本人', roleSort: 1 });
const two = [row('clerk'), row('writer', '文书')];

let calls: Call[];
const open = async (more: Record<string, unknown>, rows = two): Promise<void> => {
  calls = stubServer({ ...answers, ...more });
  await draw(<ImportDialog resource={role} close={() => undefined} />);
  await userEvent.upload(page.getByLabelText('选择文件'), await workbookOf(role, '角色导入模板.xlsx', rows));
  await expect.element(page.getByRole('grid')).toBeVisible();
};
const button = (words: string) => page.getByRole('button', { name: words, exact: true });
const state = page.getByRole('status').last();
const made = (call: string): Call[] => calls.filter(({ path }) => path.includes(call));

describe('an import that the server has deleted meanwhile', () => {
  /** Staging, checking and saving of i1 fail as those of a deleted import from the moment on when the returned function is called. */
  const deletable = () => {
    let isDeleted = false;
    const unlessDeleted =
      (answer: unknown): ((call: Call) => unknown) =>
      (call) => {
        if (isDeleted) throw new Refusal('gone');
        return typeof answer === 'function' ? (answer as (given: Call) => unknown)(call) : answer;
      };
    let opened = 0;
    const more = {
      'POST /api/sys/role/open-import': () => ({ id: `i${(opened += 1)}` }),
      ...Object.fromEntries(
        (['add-import-rows', 'check-import', 'save-import'] as const).flatMap((call) => {
          const answer = answers[`POST /api/sys/role/${call}/i1`];
          return [
            [`POST /api/sys/role/${call}/i1`, unlessDeleted(answer)],
            [`POST /api/sys/role/${call}/i2`, answer],
          ];
        }),
      ),
    };
    return { more, end: () => void (isDeleted = true) };
  };
  const staged = (id: string): unknown[] =>
    made(`add-import-rows/${id}`).flatMap(({ body }) =>
      (body as { row: number; values: { roleCode: string } | null }[]).map(({ row: at, values }) => [at, values?.roleCode]),
    );
  const error = page.getByText('数据不存在或已被删除');

  test('is begun again with all rows when they are checked again, and saved, without an error being shown', async () => {
    const { more, end } = deletable();
    await open(more);
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    end();
    await button('重新校验').click();
    await expect.poll(() => made('check-import/i2').length).toBe(1);
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    expect(staged('i2')).toEqual([
      [0, 'clerk'],
      [1, 'writer'],
    ]);
    await button('确定导入').click();
    await expect.element(page.getByText('已导入 2 行')).toBeVisible();
    expect(made('open-import')).toHaveLength(2);
    expect(made('save-import').map(({ path }) => path)).toEqual(['/api/sys/role/save-import/i2']);
    await expect.element(error).not.toBeInTheDocument();
  });

  test('is begun again when it is saved, under another idempotency key, with the corrections and without deleted rows', async () => {
    const { more, end } = deletable();
    await open(more, [...two, row('helper', '帮手')]);
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    await button('删除行').click();
    await expect.element(page.getByText('共 2 行')).toBeVisible();
    await button('重新校验').click();
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    expect(staged('i1').at(-1)).toEqual([0, undefined]);
    end();
    await button('确定导入').click();
    await expect.element(page.getByText('已导入 2 行')).toBeVisible();
    expect(staged('i2').filter((one) => (one as unknown[])[1] !== undefined)).toEqual([
      [1, 'writer'],
      [2, 'helper'],
    ]);
    const [first, second] = made('save-import').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toEqual(expect.any(String));
    expect(second).not.toBe(first);
    await expect.element(error).not.toBeInTheDocument();
  });

  test('can be given up quietly while a save sends it anew, since nothing is being saved yet', async () => {
    const { more, end } = deletable();
    await open({ ...more, 'POST /api/sys/role/add-import-rows/i2': deferredAnswer({ rows: 2 }).answer });
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    end();
    await button('确定导入').click();
    await expect.poll(() => made('add-import-rows/i2').length).toBe(1);
    await button('取消').click();
    await page.getByRole('dialog', { name: '放弃导入？' }).getByRole('button', { name: '继续导入' }).click();
    // A rejection that nobody handles would fail the test.
    await button('重新选择文件').click();
    await expect.element(page.getByText('第二步：选择填写好的文件')).toBeVisible();
  });

  test('is not begun again after a save without an answer, which may have imported it', async () => {
    const { more, end } = deletable();
    const unanswered = () => {
      end();
      throw new Refusal('serverError');
    };
    let saves = 0;
    const save = 'POST /api/sys/role/save-import/i1';
    const later = more[save] as (call: Call) => unknown;
    await open({ ...more, [save]: (call: Call) => ((saves += 1) === 1 ? unanswered() : later(call)) });
    await expect.element(state).toMatchTextContent('校验通过，可以导入');
    await button('确定导入').click();
    await expect.element(page.getByText('服务器异常，请稍后重试！')).toBeVisible();
    for (const words of ['重新校验', '确定导入', '确定导入']) {
      await expect.element(button(words)).toBeEnabled();
      await button(words).click();
      await expect.element(error.first()).toBeVisible();
    }
    await expect.poll(() => saves).toBe(3);
    expect(made('open-import')).toHaveLength(1);
  });
});
