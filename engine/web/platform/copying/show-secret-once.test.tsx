import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Button } from 'antd';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useApp } from '../feedback/use-app.ts';
import { onPhone } from '../../testing/on-phone.ts';
import { showSecretOnce } from './show-secret-once.tsx';

const secret = 'whsec_kJTkJqYFROmGN4qrMjecWOMABOYbyK0IX1Jk0oShZ/w=';

function Shown() {
  const app = useApp();
  return <Button onClick={() => showSecretOnce(app, { title: '签名密钥', text: '只显示这一次。', secret })}>显示</Button>;
}

test('a secret of two lines is framed as one box, beside the button that copies it', async () => {
  await onPhone();
  await draw(<Shown />);
  await page.getByRole('button', { name: '显示' }).click();
  const shown = page.getByText(secret);
  await expect.element(shown).toBeVisible();
  expect(shown.element().getClientRects()).toHaveLength(1);
  const button = page.getByRole('button', { name: '复制' }).element();
  expect(button.scrollWidth).toBeLessThanOrEqual(button.clientWidth);
  const copy = button.getBoundingClientRect();
  expect(copy.left).toBeGreaterThanOrEqual(shown.element().getBoundingClientRect().right);
  expect(copy.right).toBeLessThan(innerWidth);
});
