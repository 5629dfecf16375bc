import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { useApp } from '../../platform/feedback/use-app.ts';
import { showSecretOnce } from '../../platform/copying/show-secret-once.tsx';

/** A page that asks before discarding something, and shows the answer. */
function Asking({ kept = true }: { kept?: boolean }) {
  const { modal } = useApp();
  const [answers, setAnswers] = useState<readonly string[]>([]);
  const [there, setThere] = useState(true);
  const say = (word: string): void => setAnswers((said) => [...said, word]);
  const ask = async (): Promise<void> => {
    const sure = await modal.confirm({ title: '全部丢弃？', onCancel: () => say('取消') });
    say(sure ? '是' : '否');
    if (!kept) setThere(false);
  };
  return (
    <>
      <h1 tabIndex={-1}>草稿</h1>
      {there && <Button onClick={() => void ask()}>丢弃</Button>}
      <output>{answers.join()}</output>
    </>
  );
}

const question = page.getByRole('dialog');
const goBack = () => dispatchEvent(new PopStateEvent('popstate'));
const ask = async (): Promise<void> => {
  await page.getByRole('button', { name: '丢弃' }).click();
  await expect.element(question).toBeVisible();
};

test('going back cancels a confirmation, once, and returns the focus to its opener', async () => {
  await draw(<Asking />);
  await ask();
  goBack();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('status')).toHaveTextContent('取消,否');
  await expect.element(page.getByRole('button', { name: '丢弃' })).toHaveFocus();
  goBack();
  await ask();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('status')).toHaveTextContent('取消,否,取消,否');
});

test('the focus goes to the heading if the opener has disappeared as well', async () => {
  await draw(<Asking kept={false} />);
  await ask();
  goBack();
  await expect.element(page.getByRole('heading', { name: '草稿' })).toHaveFocus();
});

/** A page that shows a secret once, and that is left with its button by going back. */
function Telling() {
  const app = useApp();
  const [there, setThere] = useState(true);
  useEffect(() => {
    const hide = (): void => setThere(false);
    addEventListener('popstate', hide);
    return () => removeEventListener('popstate', hide);
  }, []);
  return (
    <>
      <h1 tabIndex={-1}>密钥</h1>
      {there && <Button onClick={() => showSecretOnce(app, { title: '一次性密码', text: '只显示这一次', secret: 'Kx7-Qm2' })}>重置</Button>}
    </>
  );
}

test('going back leaves a dialog that is not closed by accident, such as one of a secret shown once, until its button is pressed', async () => {
  await draw(<Telling />);
  await page.getByRole('button', { name: '重置' }).click();
  await expect.element(question.getByText('Kx7-Qm2')).toBeVisible();
  goBack();
  await expect.element(page.getByRole('button', { name: '重置' })).not.toBeInTheDocument();
  await expect.element(question.getByText('Kx7-Qm2')).toBeVisible();
  await question.getByRole('button', { name: '我已保存，关闭' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: '密钥' })).toHaveFocus();
});
