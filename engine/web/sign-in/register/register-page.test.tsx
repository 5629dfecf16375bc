import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { configStore } from '../../platform/session/config-store.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { RegisterPage } from './register-page.tsx';

const path = 'POST /api/register';
const field = (label: string) => page.getByLabelText(label, { exact: true });
const send = page.getByRole('button', { name: '注册' });
const good = 'Kestrel#quartz-71';

beforeEach(() => {
  offer('approval');
});

function offer(registration: ConfigAnswer['registration']): void {
  vi.spyOn(configStore, 'get').mockReturnValue({ ...(configStore.get() as ConfigAnswer), registration });
}

async function start(answer: unknown = null): Promise<Call[]> {
  const calls = stubServer({ [path]: answer });
  await draw(<RegisterPage />);
  return calls;
}

async function fill(password = good, again = password): Promise<void> {
  await field('账号').fill(' wei.li ');
  await field('姓名').fill('李蔚');
  await field('密码').fill(password);
  await field('确认密码').fill(again);
}

const sent = (calls: Call[]): string[][] => calls.map(({ body }) => Object.keys(body as object));

describe('a registration', () => {
  test('is sent sealed, without a phone number that was not given, and is said to wait for an administrator', async () => {
    const calls = await start();
    await fill();
    await send.click();
    await expect.element(page.getByRole('status')).toMatchTextContent('申请已提交，请等待管理员审核');
    expect(sent(calls)).toEqual([['userAccount', 'userName', 'password']]);
    expect(JSON.stringify(calls[0]?.body)).not.toContain(good);
    expect(calls[0]?.query.get('day')).toMatch(/^\d{8}$/);
    await expect.element(page.getByRole('link', { name: '返回登录' })).toHaveAttribute('href', '/login');
  });

  test('can be signed in with at once if nobody has to approve it', async () => {
    offer('open');
    await start();
    await fill();
    await send.click();
    await expect.element(page.getByRole('status')).toMatchTextContent('现在可以登录');
  });

  test('is sent once, however often Enter is pressed', async () => {
    const { answer, release } = deferredAnswer(null);
    const calls = await start(answer);
    await fill();
    await field('确认密码').click();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: '正在提交…' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}{Enter}');
    release();
    await expect.element(page.getByRole('status')).toBeVisible();
    expect(calls).toHaveLength(1);
  });
});

describe('an error', () => {
  test('is shown at each field before anything is sent, and the first of those fields has the focus', async () => {
    const calls = await start();
    await field('手机号（选填）').fill('13800138000');
    await send.click();
    await expect.element(field('账号')).toHaveAccessibleDescription('请输入账号');
    await expect.element(field('姓名')).toHaveAccessibleDescription('请输入姓名');
    await expect.element(field('密码')).toHaveAccessibleDescription(/密码/);
    await expect.element(field('账号')).toHaveFocus();
    expect(calls).toEqual([]);
  });

  test.each([
    ['12345678', '12345678', '密码', /密码/],
    ['weili-1990', 'weili-1990', '密码', /容易被猜到/],
    [good, `${good}!`, '确认密码', '两次输入的密码不一致'],
  ])('in the passwords %s and %s is shown at %s', async (password, again, label, words) => {
    const calls = await start();
    await fill(password, again);
    await send.click();
    await expect.element(field(label)).toHaveAccessibleDescription(words);
    await expect.element(field(label)).toHaveFocus();
    expect(calls).toEqual([]);
  });

  test('from the server is shown at its field, and what was typed stays', async () => {
    let refused = true;
    const calls = await start(() => {
      if (refused) throw new Refusal('refused', '提交的内容有误', { fields: [{ field: 'userAccount', message: '账号格式不正确' }] });
      return null;
    });
    await fill();
    await send.click();
    await expect.element(field('账号')).toHaveAccessibleDescription('账号格式不正确');
    await expect.element(field('账号')).toHaveFocus();
    await expect.element(field('密码')).toHaveValue(good);
    refused = false;
    await send.click();
    await expect.element(page.getByRole('status')).toBeVisible();
    expect(calls).toHaveLength(2);
  });

  test('of the registration as a whole is shown above the form', async () => {
    await start(() => {
      throw new Refusal('tooMany', '注册过于频繁，请稍后再试');
    });
    await fill();
    await send.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('注册过于频繁，请稍后再试');
    await expect.element(send).toHaveAttribute('aria-disabled', 'false');
  });
});

test('says that registration is closed', async () => {
  offer('off');
  await start();
  await expect.element(page.getByRole('status')).toHaveTextContent('注册未开放，请联系管理员。');
  await expect.element(send).not.toBeInTheDocument();
});
