import { draw } from '@back-office/app/testing/web/draw.tsx';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { claimRule } from '../claim-rule.ts';
import { ClaimRuleListPage } from './claim-rule-list-page.tsx';

const rules = rowsOf(claimRule, { ruleName: '人事', loginMethod: 'corp', claimName: 'groups', claimValue: 'hr', ruleStatus: '正常' });

test('a trial shows the roles and organisation that the claims would give, and reports invalid JSON at its field', async () => {
  const calls = stubServer({
    ...stubList(claimRule, rules),
    'POST /api/sys/claim-rule/trial': ({ body }: Call) => {
      if (JSON.stringify(body).includes('broken')) throw new Refusal('refused', '声明应为 JSON 对象');
      return { rules: ['人事'], roles: ['人事专员'], without: ['销售'], org: null };
    },
  });
  await draw(<ClaimRuleListPage />, { at: '/sys/claim-rule/list' });
  await page.getByRole('button', { name: '试算' }).click();
  const dialog = page.getByRole('dialog', { name: '试算登录规则' });
  const claims = dialog.getByRole('textbox', { name: '声明（JSON）' });
  await dialog.getByRole('textbox', { name: '登录方式' }).fill('corp');
  await claims.fill('{"groups":');
  await dialog.getByRole('button', { name: '试算' }).click();
  await expect.element(dialog.getByText('不是完整的 JSON')).toBeVisible();
  await claims.fill('{"groups":["hr"]}');
  await dialog.getByRole('button', { name: '试算' }).click();
  await expect.element(dialog).toMatchTextContent('会有的角色人事专员不会有的角色销售归入机构不改变');
  expect(calls.filter(({ path }) => path.endsWith('/trial')).map(({ body }) => body)).toEqual([
    { loginMethod: 'corp', claims: { groups: ['hr'] } },
  ]);
  await claims.fill('"broken"');
  await dialog.getByRole('button', { name: '试算' }).click();
  await expect.element(dialog.getByText('声明应为 JSON 对象')).toBeVisible();
});
