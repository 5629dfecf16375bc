import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { sampleOf } from '../../testing/sample.ts';
import { stubSending } from '../../testing/stub-sending.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { tabToHide } from '../../testing/tab-to-hide.tsx';
import { ViewPage } from '../pages/view-page.tsx';

const sample = sampleOf({ kind: 'file', label: '标志' });
const at = '/sys/user/view/7';
const id = '01900000-0000-7000-8000-000000000008';
const stored = { id, fileName: '标志.png', filePath: 'data:,', thumbnailPath: null } as FileRecord;
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The form of a record, whose picture is being sent. */
async function sendPicture() {
  const calls = stubServer({
    'GET /api/sys/sample/select/7': { id: '7', version: 1, sampleName: '甲', one: null },
    'GET /api/file/select': [stored],
    'POST /api/live/watch': { version: 1 },
    'POST /api/sys/sample/save': ({ body }: Call) => ({ ...(body as object), sampleName: '甲', version: 2 }),
  });
  const { answer, release } = deferredAnswer({
    text: JSON.stringify({ success: true, code: 20000, message: '操作成功', data: stored }),
  });
  stubSending(answer);
  const { Tab } = tabToHide(at);
  const { address } = await draw(
    <Tab>
      <ViewPage resource={sample} id="7" />
    </Tab>,
    { at: `${at}?edit=1` },
  );
  await userEvent.upload(page.getByLabelText('选择标志文件'), new File(['a picture'], '标志.png'));
  await expect.element(page.getByRole('button', { name: '选择标志' })).toHaveClass(/loading/);
  const saves = () => calls.filter(({ path }) => path === '/api/sys/sample/save').map(({ body }) => body);
  return { release, address, saves };
}

describe('a form whose picture is being sent', () => {
  test('is not left without confirmation, and takes the picture when it is there', async () => {
    const { release, address } = await sendPicture();
    await expect.poll(() => tabsStore.isDirty(at)).toBe(true);
    await button('返回样本列表').click();
    await button('继续编辑').click();
    expect(address()).toBe(`${at}?edit=1`);
    release();
    await expect.element(button('更换标志')).toBeVisible();
  });

  test('is not saved without the picture', async () => {
    const { release, saves } = await sendPicture();
    await button('保存').click();
    await expect.element(page.getByText('标志还在上传，请稍候再保存')).toBeVisible();
    expect(saves()).toEqual([]);
    release();
    await expect.element(button('更换标志')).toBeVisible();
    await button('保存').click();
    await expect.poll(saves).toEqual([{ id: '7', version: 1, one: id }]);
  });

  test('is saved without the picture once its upload is cancelled', async () => {
    const { release, saves } = await sendPicture();
    await page.getByRole('textbox', { name: '名称' }).fill('乙');
    await button('取消上传').click();
    await expect.element(button('选择标志')).toBeVisible();
    await button('保存').click();
    await expect.poll(saves).toEqual([{ id: '7', version: 1, sampleName: '乙' }]);
    release();
  });

  test('is not unsaved once its upload is cancelled, if nothing else was changed', async () => {
    const { release, address } = await sendPicture();
    const name = page.getByRole('textbox', { name: '名称' });
    await name.fill('乙');
    await name.fill('甲');
    await button('取消上传').click();
    await expect.element(button('选择标志')).toBeVisible();
    await expect.poll(() => tabsStore.isDirty(at)).toBe(false);
    await button('返回样本列表').click();
    await expect.poll(address).toBe(at);
    release();
  });

  test('is left by 放弃, and nothing is unsaved then', async () => {
    const { address } = await sendPicture();
    await button('返回样本列表').click();
    await button('放弃').click();
    await expect.poll(address).toBe(at);
    await expect.poll(() => tabsStore.isDirty(at)).toBe(false);
  });
});
