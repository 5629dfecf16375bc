import { Button, Modal } from 'antd';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const press = async (name: string): Promise<void> => {
  await expect.element(button(name)).toBeVisible();
  (button(name).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
};

function Work() {
  const [busy, setBusy] = useState(false);
  const [gone, setGone] = useState(false);
  return (
    <Modal open title="导入" footer={null}>
      <Button disabled={busy} onClick={() => setBusy(true)}>
        校验
      </Button>
      {!gone && <Button onClick={() => setGone(true)}>撤销</Button>}
      <input aria-label="别处" />
      <span onMouseEnter={() => setBusy(false)}>好了</span>
    </Modal>
  );
}

test('a dialog takes the focus of an element that disappears', async () => {
  await draw(<Work />);
  await press('撤销');
  await expect.element(button('撤销')).not.toBeInTheDocument();
  await expect.element(dialog).toHaveFocus();
});

test('a dialog takes the focus of an element that is disabled, and returns it when enabled', async () => {
  await draw(<Work />);
  await press('校验');
  await expect.element(button('校验')).toBeDisabled();
  await expect.element(dialog).toHaveFocus();
  await page.getByText('好了').hover();
  await expect.element(button('校验')).toHaveFocus();
});

test('the focus is not returned if the person has moved it elsewhere meanwhile', async () => {
  await draw(<Work />);
  await press('校验');
  await expect.element(button('校验')).toBeDisabled();
  await page.getByLabelText('别处').click();
  await page.getByText('好了').hover();
  await expect.element(button('校验')).toBeEnabled();
  await expect.element(page.getByLabelText('别处')).toHaveFocus();
});

test('a dialog that is unmounted at once returns the focus to its opener', async () => {
  function Asks() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>打开</Button>
        {open && <Modal open title="问题" footer={null} onCancel={() => setOpen(false)} />}
      </>
    );
  }
  await draw(<Asks />);
  await press('打开');
  await expect.element(dialog.getByRole('button')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('打开')).toHaveFocus();
});

test('a dialog without an opener moves the focus to the heading of the page when it is unmounted', async () => {
  function Asked() {
    const [open, setOpen] = useState(true);
    return (
      <main>
        <h1 tabIndex={-1}>首页</h1>
        {open && <Modal open title="修改密码" footer={<Button onClick={() => setOpen(false)}>完成</Button>} closable={false} />}
      </main>
    );
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await draw(<Asked />);
  await press('完成');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: '首页' })).toHaveFocus();
});

test('a dialog whose opener disappears with it leaves the focus to the list, which knows the next row', async () => {
  function Batch() {
    const [step, setStep] = useState<'begun' | 'open' | 'done'>('begun');
    return (
      <main>
        <h1 tabIndex={-1}>用户列表</h1>
        {step !== 'done' && <Button onClick={() => setStep('open')}>批量修改</Button>}
        {step === 'open' && <Modal open title="批量修改" footer={<Button onClick={() => setStep('done')}>完成</Button>} closable={false} />}
      </main>
    );
  }
  await draw(<Batch />);
  await press('批量修改');
  await press('完成');
  await expect.element(dialog).not.toBeInTheDocument();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  expect(document.activeElement).toBe(document.body);
});
