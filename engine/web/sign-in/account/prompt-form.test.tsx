import { Form, Input } from 'antd';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { deferredAnswer } from '../../testing/deferred-answer.ts';
import { submitAgain } from '../../testing/submit-again.ts';
import { PromptForm } from './prompt-form.tsx';

const drawForm = (onSend: (values: { code: string }) => Promise<void>) =>
  draw(
    <PromptForm submit="验证" onSend={onSend}>
      <Form.Item name="code" label="验证码">
        <Input />
      </Form.Item>
    </PromptForm>,
  );

test('sends once, however often Enter or the button is pressed meanwhile', async () => {
  const { answer, release } = deferredAnswer(undefined);
  const send = vi.fn(answer);
  await drawForm(send);
  await page.getByLabelText('验证码').fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => send.mock.calls).toEqual([[{ code: '123456' }]]);
  submitAgain();
  await userEvent.keyboard('{Enter}');
  (page.getByRole('button', { name: '验证' }).element() as HTMLElement).click();
  release();
  await expect.poll(() => document.querySelector('.ant-btn-loading')).toBeNull();
  expect(send).toHaveBeenCalledTimes(1);
});

test('shows why it was refused, and can be sent again', async () => {
  const send = vi.fn(() => Promise.reject(new Error('验证码不正确')));
  await drawForm(send);
  await page.getByLabelText('验证码').fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert').getByText('验证码不正确')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => send.mock.calls).toHaveLength(2);
});
