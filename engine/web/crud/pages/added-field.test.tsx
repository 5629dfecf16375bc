import { defineExtension, extendResource } from '@back-office/contract/resource/extension.ts';
import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { stubServer } from '../../testing/stub-server.ts';
import { ViewPage } from './view-page.tsx';

const badge = defineExtension({
  resource: 'sys/user',
  fields: { acmeBadge: { kind: 'text', label: '工号', section: '账号与联系方式', max: 20 } },
  form: ['acmeBadge'],
});

test('a field added by a company comes last in its declared section, in the record and in its form', async () => {
  stubServer({
    'GET /api/sys/user/select/7': { id: '7', version: 3, userAccount: 'zhang', userName: '张三', sysRoleIds: [], acmeBadge: 'A-7' },
    'POST /api/live/watch': { version: 3 },
    'DELETE /api/live/watch/7': null,
  });
  await draw(<ViewPage resource={extendResource(user, [badge])} id="7" />, { at: '/sys/user/view/7' });
  await expect.element(page.getByText('A-7')).toBeVisible();
  expect(document.querySelector('.record-section dl')?.textContent).toMatch(/工号A-7$/);
  await page.getByRole('button', { name: '编辑' }).click();
  await expect.element(page.getByRole('textbox', { name: '工号' })).toBeVisible();
  const texts = [...document.querySelectorAll('form h2, form label')].map(({ textContent }) => textContent);
  expect(texts.slice(texts.indexOf('工号') - 1, texts.indexOf('工号') + 2)).toEqual(['状态', '工号', '组织与角色']);
});
