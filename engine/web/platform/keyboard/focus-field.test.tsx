import { Button, ConfigProvider, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { FocusField } from './focus-field.tsx';

/** A dialog with antd's animations, which other tests switch off. */
function Asks({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <ConfigProvider theme={{ token: { motion: true } }}>
      <Button onClick={() => setOpen(true)}>打开</Button>
      <Modal open={open} title="问题" destroyOnHidden onCancel={() => setOpen(false)}>
        {children}
      </Modal>
    </ConfigProvider>
  );
}

/** The focused element at the time of the next key press, once something in a dialog has the focus. */
const focusedFirst = (): Promise<Element | null> =>
  new Promise((resolve) => {
    const note = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target.closest('[role=dialog]') === null) return;
      document.removeEventListener('focusin', note);
      setTimeout(() => resolve(document.activeElement));
    };
    document.addEventListener('focusin', note);
  });

test('early keystrokes go into the first field, and on closing the focus returns to where it was', async () => {
  await draw(
    <Asks>
      <FocusField />
      <Input aria-label="名称" />
    </Asks>,
  );
  const first = focusedFirst();
  await page.getByRole('button', { name: '打开' }).click();
  const name = page.getByRole('textbox', { name: '名称' });
  await expect.element(name).toHaveFocus();
  expect(await first).toBe(name.element());
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: '打开' })).toHaveFocus();
});

test('of several fields, the requested one gets the focus', async () => {
  await draw(
    <Asks>
      <FocusField field="[type=password]" />
      <Input aria-label="账号" />
      <Input type="password" aria-label="密码" />
    </Asks>,
  );
  const first = focusedFirst();
  await page.getByRole('button', { name: '打开' }).click();
  await expect.element(page.getByLabelText('密码')).toHaveFocus();
  expect(await first).toBe(page.getByLabelText('密码').element());
});
