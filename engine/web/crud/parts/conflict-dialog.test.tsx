import { user } from '@back-office/sys/users/user.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { zhang } from '../../testing/zhang.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ViewPage } from '../pages/view-page.tsx';

const theirs = { ...zhang, version: 4, userName: '张三丰', updateUserLabel: '李四', updateTime: '2026-03-05 08:00:00' };
const answers = {
  'GET /api/sys/user/select/7': zhang,
  'GET /api/sys/user/create': { userStatus: '正常', sysRoleIds: [], twoStepRequired: '否' },
  'POST /api/live/watch': { version: 3 },
  'DELETE /api/live/watch/7': null,
};
let calls: Call[];

const edit = async (more: Record<string, unknown> = {}, id = '7') => {
  calls = stubServer({ ...answers, ...more });
  return draw(<ViewPage resource={user} id={id} />, { at: `/sys/user/view/${id}?edit=1` });
};
const saves = (): Call[] => calls.filter(({ path }) => path === '/api/sys/user/save');
const field = (name: string) => page.getByRole('textbox', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

describe('an edit conflict', () => {
  /** The first saves are refused, as many as given. */
  const conflicting = (refused = 1) => {
    let tries = 0;
    return edit({
      'POST /api/sys/user/save': () => {
        tries += 1;
        if (tries <= refused) throw new Refusal('conflict', undefined, { conflict: 'version', current: theirs });
        return { ...theirs, version: 5 };
      },
    });
  };
  const dialog = page.getByRole('dialog', { name: '数据已被他人修改' });

  test('shows my value and theirs, and saves mine against their version', async () => {
    await conflicting();
    await field('姓名').fill('张小三');
    await press('保存');
    await expect.element(dialog).toMatchTextContent('李四在 2026-03-05 08:00:00 保存了新的内容');
    const choice = dialog.getByRole('radiogroup', { name: '姓名' });
    await expect.element(choice.getByRole('radio', { name: '我的修改' })).toBeChecked();
    await expect.element(choice).toMatchTextContent('张小三');
    await expect.element(choice).toMatchTextContent('张三丰');
    await dialog.getByRole('button', { name: '按选择保存' }).click();
    await expect.element(page.getByText('保存成功')).toBeVisible();
    expect(saves().at(-1)?.body).toEqual({ id: '7', version: 4, userName: '张小三' });
  });

  test('shows the choices of a long text at its beginning, and its buttons within the window', async () => {
    await conflicting();
    await field('备注').fill('请在每月五日前把材料交到综合管理部，逾期不候。'.repeat(20));
    await press('保存');
    const choice = dialog.getByRole('radiogroup', { name: '备注' });
    await expect.element(choice).toBeVisible();
    const box = (locator: { element: () => Element }) => locator.element().getBoundingClientRect();
    const radio = box(choice.getByRole('radio', { name: '我的修改' }));
    const words = box(choice.getByText('我的修改'));
    expect(Math.abs(radio.top + radio.bottom - words.top - words.bottom)).toBeLessThan(6);
    await expect.poll(() => box(dialog.getByRole('button', { name: '按选择保存' })).bottom).toBeLessThan(innerHeight);
  });

  test('needs no second save if their value is chosen', async () => {
    await conflicting();
    await field('姓名').fill('张小三');
    await press('保存');
    await dialog.getByRole('radio', { name: '最新内容' }).click();
    await dialog.getByRole('button', { name: '按选择保存' }).click();
    await expect.element(page.getByText('没有需要保存的修改')).toBeVisible();
    expect(saves()).toHaveLength(1);
  });

  test('keeps what was typed if it is cancelled, and returns with the next save', async () => {
    await conflicting(2);
    await field('姓名').fill('张小三');
    await press('保存');
    await dialog.getByRole('button', { name: '取消' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(field('姓名')).toHaveValue('张小三');
    await press('保存');
    await expect.element(dialog.getByRole('radiogroup', { name: '姓名' })).toMatchTextContent('张小三');
    expect(saves().map(({ body }) => body)).toEqual(Array.from({ length: 2 }, () => ({ id: '7', version: 3, userName: '张小三' })));
  });

  test('does not arise if both made the same change', async () => {
    await conflicting();
    await field('姓名').fill('张三丰');
    await press('保存');
    await expect.element(page.getByText('没有需要保存的修改')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
