import { draw } from '@back-office/app/testing/web/draw.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PendingStep } from '../../platform/session/pending-step-of.ts';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

const nothing = (): void => {};
const open = (ways?: PendingStep['ways']) =>
  draw(
    <SecondFactorDialog
      pendingStep={{ ticket: 'ticket', ...(ways === undefined ? {} : { ways }) }}
      onVerified={() => Promise.resolve()}
      onBack={nothing}
      onClose={nothing}
    />,
  );
const dialog = page.getByRole('dialog', { name: '两步验证' });

test('the second step of signing in again asks those who have no app for a recovery code by its name', async () => {
  await open(['passkey']);
  const code = dialog.getByLabelText('恢复码');
  await expect.element(code).toHaveAccessibleDescription('通行密钥不在身边时，可输入一个恢复码。');
  await dialog.getByRole('button', { name: '验证', exact: true }).click();
  await expect.element(dialog.getByText('请输入恢复码')).toBeVisible();
});

test.for([[undefined], [['app', 'passkey'] as const]])(
  'the second step of signing in again asks those who have an app for its code',
  async ([ways]) => {
    await open(ways);
    await expect.element(dialog.getByLabelText('动态验证码')).toBeVisible();
  },
);
