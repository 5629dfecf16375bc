import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { Refusal, stubServer } from '../../testing/stub-server.ts';
import type { PendingStep } from '../../platform/session/pending-step-of.ts';
import { openSecondFactor } from './open-second-factor.ts';

const verifying = 'POST /api/login/verify';
const answer = { roles: { userId: '1' }, credentials: {} };
const code = page.getByLabelText('动态验证码');
const verify = page.getByRole('button', { name: /^(验证|正在验证…)$/ });
const alert = page.getByRole('alert');

/** Opens the second step in place of an empty sign-in form. */
function open(ways: PendingStep['ways'] = ['app']) {
  const signIn = document.createElement('form');
  document.body.replaceChildren(signIn);
  const asked = { signIn, onSignedIn: vi.fn(), onBack: vi.fn() };
  openSecondFactor(signIn, { pendingStep: { ticket: 'ticket', ways }, ...asked });
  return asked;
}

// Like the first script of the page (app/web/index.html).
beforeEach(() => {
  const keep = (event: Event): void => event.preventDefault();
  addEventListener('submit', keep);
  return () => {
    removeEventListener('submit', keep);
    document.body.replaceChildren();
  };
});

test('replaces the sign-in form, takes the focus, and says which codes are accepted', async () => {
  const { signIn } = open();
  expect(signIn.hidden).toBe(true);
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveAccessibleDescription('输入身份验证器显示的 6 位数字；手机不在身边时，可输入一个恢复码。');
  await expect.element(page.getByRole('button', { name: '使用通行密钥' })).not.toBeInTheDocument();
});

test('sends a code once, trimmed, and says meanwhile that it is being verified', async () => {
  const { answer: later, release } = deferredAnswer(answer);
  const calls = stubServer({ [verifying]: later });
  const { onSignedIn } = open();
  await code.fill(' 123456 ');
  await userEvent.keyboard('{Enter}');
  await expect.element(verify).toHaveTextContent('正在验证…');
  await expect.element(verify).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  verify.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  release();
  await expect.poll(() => onSignedIn.mock.calls).toEqual([[answer]]);
  expect(calls.map(({ body }) => body)).toEqual([{ ticket: 'ticket', code: '123456' }]);
});

test('sends no request without a code', async () => {
  const calls = stubServer();
  open();
  await userEvent.keyboard('   {Enter}');
  await expect.element(alert).toHaveTextContent('请输入验证码');
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  expect(calls).toEqual([]);
});

test('says what was wrong with a code, selects it to be typed over, and accepts the next', async () => {
  const codes: unknown[] = [];
  stubServer({
    [verifying]: ({ body }: { body: { code: string } }) => {
      codes.push(body.code);
      if (codes.length === 1) throw new Refusal('refused', '验证码不正确');
      return answer;
    },
  });
  const { onSignedIn, onBack } = open();
  await code.fill('000000');
  await verify.click();
  await expect.element(alert).toHaveTextContent('验证码不正确');
  await expect.element(code).toHaveFocus();
  await expect.element(verify).toHaveTextContent('验证');
  await userEvent.keyboard('654321{Enter}');
  await expect.poll(() => onSignedIn.mock.calls).toHaveLength(1);
  expect(codes).toEqual(['000000', '654321']);
  await expect.element(alert).toHaveTextContent('');
  expect(onBack).not.toHaveBeenCalled();
});

test('returns to the password, with the reason, if the time for a code has run out', async () => {
  const over = '登录已超时，请重新登录';
  stubServer({
    [verifying]: () => {
      throw new Refusal('gone', over);
    },
  });
  const { signIn, onBack } = open();
  await code.fill('123456');
  await verify.click();
  await expect.poll(() => onBack.mock.calls).toEqual([[over]]);
  expect(signIn.hidden).toBe(false);
  await expect.element(code).not.toBeInTheDocument();
});

test.each([
  ['it is not presented', () => ({ ceremony: 'c1', options: { challenge: 'Y2hhbGxlbmdl' } }), '已取消，或等待超时'],
  [
    'the server refuses to ask for it',
    () => {
      throw new Refusal('tooMany');
    },
    '操作过于频繁，请稍后再试',
  ],
])('starts at the passkey of a person who has one, and stays there if %s', async (_why, start, words) => {
  const calls = stubServer({ 'POST /api/login/passkey/start': start });
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  open(['passkey']);
  const passkey = page.getByRole('button', { name: '使用通行密钥' });
  await expect.element(passkey).toHaveFocus();
  const recovery = page.getByLabelText('恢复码');
  await expect.element(recovery).toHaveAccessibleDescription('通行密钥不在身边时，可输入一个恢复码。');
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).toHaveTextContent(words);
  await expect.element(passkey).toHaveFocus();
  expect(calls.map(({ path }) => path)).toEqual(['/api/login/passkey/start']);
  // The code was not wrong.
  await expect.element(recovery).not.toHaveAttribute('aria-invalid');
});

test('begins with the passkey of a person who has one, above the code and its lesser button', async () => {
  open(['passkey', 'app']);
  const buttons = page.getByRole('button').elements();
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['使用通行密钥', '验证', '返回登录']);
  expect(buttons[0]?.compareDocumentPosition(code.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expect.element(verify).not.toHaveClass('gate-submit');
});

test('draws the lesser button as tall and as wide as the other, also where nobody can sign in by other ways', () => {
  open(['passkey']);
  const [passkey, lesser] = page.getByRole('button').elements() as [HTMLElement, HTMLElement];
  expect([lesser.offsetHeight, lesser.offsetWidth]).toEqual([passkey.offsetHeight, passkey.offsetWidth]);
  expect(getComputedStyle(lesser).borderRadius).toBe(getComputedStyle(passkey).borderRadius);
});

test('asks those who have no app for a recovery code by its name', async () => {
  open(['passkey']);
  await page.getByLabelText('恢复码').fill(' ');
  await verify.click();
  await expect.element(alert).toHaveTextContent('请输入恢复码');
});

test('is cancelled by 返回登录', async () => {
  const { signIn, onBack } = open();
  await page.getByRole('button', { name: '返回登录' }).click();
  expect(onBack.mock.calls).toEqual([[undefined]]);
  expect(signIn.hidden).toBe(false);
});
