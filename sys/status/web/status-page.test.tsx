import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '@back-office/web/testing/on-phone.ts';
import { Refusal, stubServer } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { StatusAnswer } from '../status.ts';
import { StatusPage } from './status-page.tsx';

const answer: StatusAnswer = {
  time: '2026-11-23 10:00:00',
  sections: [
    {
      name: 'storage',
      title: '文件存储',
      items: [
        { name: 'disk', title: 'office1:42', level: 'bad', value: '剩余 1.0 GB', cure: '删除旧的备份' },
        { name: 'other', title: 'office2:42', level: 'ok', value: '剩余 90 GB' },
      ],
    },
  ],
};

test('shows how many things are wrong, and what to do about each', async () => {
  stubServer({ 'GET /api/sys/status/select-status': answer });
  await draw(<StatusPage />, { at: '/sys/status' });
  await expect.element(page.getByRole('status')).toMatchTextContent('异常 1注意 0正常 1');
  await expect.element(page.getByText('处理：删除旧的备份')).toBeVisible();
  const wrong = page.getByRole('list', { name: '需要处理的' }).getByRole('button');
  expect(wrong.elements()).toHaveLength(1);
  await wrong.click();
  expect(document.activeElement?.textContent).toContain('剩余 1.0 GB');
});

test('gives no colour of alarm to a level of which there is nothing', async () => {
  stubServer({ 'GET /api/sys/status/select-status': answer });
  await draw(<StatusPage />, { at: '/sys/status' });
  const levels = () => page.getByRole('status').element().querySelectorAll('[data-level]');
  await expect.element(page.getByRole('status')).toBeVisible();
  expect([...levels()].map((tag) => tag.getAttribute('data-level'))).toEqual(['bad', 'info', 'ok']);
});

test('has its button beside the title on a phone', async () => {
  await onPhone();
  stubServer({ 'GET /api/sys/status/select-status': answer });
  await draw(<StatusPage />, { at: '/sys/status' });
  const title = page.getByRole('heading', { name: '运行状态' });
  await expect.element(title).toBeVisible();
  const button = page.getByRole('button', { name: '刷新' }).element().getBoundingClientRect();
  expect(button.top).toBeLessThan(title.element().getBoundingClientRect().bottom);
});

test('says why there is no status, and shows it after a retry', async () => {
  let broken = true;
  stubServer({
    'GET /api/sys/status/select-status': () => {
      if (broken) throw new Refusal('unavailable', '数据库没有及时回答，看不到状态');
      return answer;
    },
  });
  await draw(<StatusPage />, { at: '/sys/status' });
  await expect.element(page.getByText('数据库没有及时回答，看不到状态')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: /重试|重新加载/ }).click();
  await expect.element(page.getByText('office1:42', { exact: true })).toBeVisible();
});
