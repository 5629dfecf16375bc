import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { submitAgain } from '../../testing/submit-again.ts';
import { ChangePasswordForm } from './change-password-form.tsx';

const changing = 'PUT /api/sys/user/update-password';
const field = (name: string) => page.getByLabelText(name, { exact: true });

test('changes the password once, however often Enter is pressed meanwhile', async () => {
  signInAs();
  const { answer, release } = deferredAnswer({ credentials: { accessToken: 'new', secretKey: btoa('k'.repeat(32)) } });
  const calls = stubServer({ [changing]: answer });
  const done = vi.fn();
  await draw(<ChangePasswordForm onDone={done} />);
  await field('原密码').fill('Old-password-77');
  await field('新密码').fill('Lantern-river-88');
  await field('确认新密码').fill('Lantern-river-88');
  const sent = () => calls.filter(({ method }) => method === 'PUT');
  await userEvent.keyboard('{Enter}');
  await expect.poll(sent).toHaveLength(1);
  submitAgain();
  await userEvent.keyboard('{Enter}');
  release();
  await expect.poll(() => done.mock.calls).toHaveLength(1);
  expect(sent()).toHaveLength(1);
});

test('feedback on a new password does not move anything below it', async () => {
  signInAs();
  await draw(<ChangePasswordForm onDone={() => undefined} />);
  const top = () => page.getByRole('button', { name: '修改密码' }).element().getBoundingClientRect().top;
  const before = top();
  for (const [password, value] of [
    ['short', 1],
    ['Lantern-river-88', 3],
    ['', 0],
  ] as const) {
    await field('新密码').fill(password);
    await expect.element(page.getByLabelText('密码强度')).toHaveAttribute('value', `${value}`);
    expect(top()).toBe(before);
  }
});

test('the error of a field is clearly separated from the label of the next', async () => {
  signInAs();
  await draw(<ChangePasswordForm onDone={() => undefined} />);
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect.element(page.getByText('请再次输入新密码')).toBeVisible();
  const gaps = () =>
    [...document.querySelectorAll('.ant-form-item')].slice(1).map((item) => {
      const above = item.previousElementSibling?.querySelector('.ant-form-item-additional')?.lastElementChild;
      return item.getBoundingClientRect().top - (above?.getBoundingClientRect().bottom ?? Infinity);
    });
  // Otherwise a label could be mistaken for that of the field above it.
  await expect.poll(() => gaps().every((gap) => gap >= 10)).toBe(true);
});
