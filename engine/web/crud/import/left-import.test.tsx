import { useState } from 'react';
import { role } from '@back-office/sys/roles/role.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { workbookOf } from '@back-office/app/testing/web/workbook-of.ts';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { dictionaries } from '../../testing/sample.ts';
import { Refusal, stubServer } from '../../testing/stub-server.ts';
import { ImportDialog } from './import-dialog.tsx';

/** The dialog, and a button that removes it, as closing its tab does. */
function Page() {
  const [left, setLeft] = useState(false);
  return left ? <p>别处</p> : <ImportDialog resource={role} close={() => setLeft(true)} />;
}

const dicts = dictionaries({ status: ['正常', '停用'], data_scope: ['本人', '全部'] });
const start = async (more: Record<string, unknown> = {}): Promise<void> => {
  stubServer({
    'GET /api/sys/role/select-imports': [],
    'GET /api/sys/dict/select-tree': dicts,
    'POST /api/sys/role/open-import': { id: 'i1' },
    'POST /api/sys/role/add-import-rows/i1': { rows: 1 },
    'POST /api/sys/role/check-import/i1': { checked: 1, issues: [] },
    ...more,
  });
  await draw(<Page />);
};
const choose = async (): Promise<void> => {
  const row = { roleName: '文员', roleCode: 'clerk', roleStatus: '正常', dataScope: '本人', roleSort: 1 };
  await userEvent.upload(page.getByLabelText('选择文件'), await workbookOf(role, '角色导入模板.xlsx', [row]));
};

test('an import that is refused after its dialog was left says so', async () => {
  const { answer, release } = deferredAnswer(null);
  const refused = new Refusal('refused', '没有导入，有 1 处问题', { fields: [{ row: 0, field: 'roleCode', message: '编码已存在' }] });
  let saves = 0;
  await start({
    'POST /api/sys/role/save-import/i1': async () => {
      saves += 1;
      await answer();
      throw refused;
    },
  });
  await choose();
  await page.getByRole('button', { name: '确定导入' }).click();
  await expect.poll(() => saves).toBe(1);
  await page
    .getByRole('button', { name: 'Close' })
    .or(page.getByRole('button', { name: '关闭' }))
    .first()
    .click();
  await page.getByRole('dialog', { name: '正在保存，确定离开？' }).getByRole('button', { name: '离开' }).click();
  await expect.element(page.getByText('别处')).toBeVisible();
  release();
  await expect.element(page.getByText('没有导入，有 1 处问题')).toBeVisible();
});

test('a file is read although the worker that made the template has ended since', async () => {
  const made: Worker[] = [];
  class SeenWorker extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      made.push(this);
    }
  }
  vi.stubGlobal('Worker', SeenWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  await start();
  await expect.element(page.getByRole('link', { name: '角色导入模板' })).toBeVisible();
  made[0]?.dispatchEvent(new Event('error'));
  await choose();
  await expect.element(page.getByRole('grid')).toBeVisible();
});
