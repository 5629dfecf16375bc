import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPaper } from '@back-office/web/testing/on-paper.ts';
import '@back-office/web/shell/print/print.css';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { stubServer } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HomePage } from './home-page.tsx';

test('the line of a figure is printed in its card, and no button is', async () => {
  const meta = { title: '用户管理' };
  signInAs({ routes: [{ path: '/sys/user', name: 'user', component: 'sys/user/list', meta }] });
  stubServer({
    'GET /api/statistics/select-home': { today: '2026-03-03', waiting: [], lines: [{ key: 'users', values: [1, 2, 3] }], recent: [] },
    'GET /api/statistics/select-panel-data': { panels: [{ key: 'users', label: '用户数', value: 3 }], series: [] },
  });
  await draw(<HomePage />);
  await expect.poll(() => document.querySelectorAll('[data-key=users] svg').length).toBe(1);
  await expect.element(page.getByRole('button', { name: '选择页面' })).toBeVisible();
  const card = document.querySelector('[data-key=users]') ?? document.body;
  await onPaper(card);
  const line = card.querySelector('svg')?.getBoundingClientRect();
  for (const button of document.querySelectorAll('.home button')) expect(button.checkVisibility()).toBe(false);
  const { top, bottom } = card.getBoundingClientRect();
  expect(line?.top).toBeGreaterThan(top);
  expect(line?.bottom).toBeLessThan(bottom);
});
