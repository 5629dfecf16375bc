import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slapd, startSlapd, type TestDirectory } from '@back-office/server/testing/start-slapd.ts';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { signInByApi } from '../support/api.ts';
import { copyFreshData } from '../support/fresh-data.ts';
import { openAs, sendSignIn } from '../support/sign-in.ts';
import { startServer, type Server } from '../support/start-server.ts';

/* A company's directory, from the setting to the first sign-in and the last. Skipped without OpenLDAP. */
test.skip(slapd === undefined, 'OpenLDAP is not here: install slapd, or set SLAPD_PATH.');

let folder: string;
let there: TestDirectory;
let server: Server;
const password = 'Directory-1-晴';
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journey-directory-'));
  there = await startSlapd();
  const person = (uid: string, cn: string) => ({
    objectClass: ['inetOrgPerson'],
    uid,
    cn,
    sn: cn.slice(0, 1),
    userPassword: password,
  });
  await there.add({
    'ou=研发部': { objectClass: ['organizationalUnit'], ou: '研发部' },
    'uid=linwanqing,ou=研发部': person('linwanqing', '林晚晴'),
    'uid=guyanzhou,ou=研发部': person('guyanzhou', '顾砚舟'),
    'uid=admin': person('admin', '同名的人'),
  });
  const settings = {
    LDAP_CORP_URL: there.ldaps,
    LDAP_CORP_CA_FILE: there.ca,
    LDAP_CORP_BASE_DN: there.base,
    LDAP_CORP_BIND_DN: there.root.dn,
    LDAP_CORP_BIND_PASSWORD: there.root.password,
    LDAP_CORP_LABEL: '远山目录',
  };
  server = await startServer(folder, settings, await copyFreshData(folder));
});
test.afterAll(async () => {
  await server?.stop();
  await there?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function openTrial(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^更多.*远山目录/ }).click();
  await page.getByRole('menuitem', { name: '试运行与同步' }).click();
  return page.getByRole('dialog', { name: '试运行：远山目录' });
}

async function synchronise(page: Page, expected: string, result: string): Promise<void> {
  const trial = await openTrial(page);
  await expect(trial.getByRole('tab', { name: expected })).toBeVisible();
  await trial.getByRole('button', { name: '开始同步' }).click();
  const running = page.getByRole('dialog', { name: '同步：远山目录', exact: true });
  await expect(running.getByText('同步完成')).toBeVisible();
  await expect(running.getByText(result)).toBeVisible();
  await running.getByRole('button', { name: '返回列表' }).click();
  // The list behind shows the same.
  await expect(page.getByRole('cell', { name: result })).toBeVisible();
}

test('imports people from a directory, who sign in with its password until they are removed there', async ({ browser }) => {
  const options = { baseURL: server.baseURL, locale: 'zh-CN' };
  const api = await signInByApi(server.baseURL, 'admin', server.adminPassword);
  await api.save('sys/org', { orgName: '远山集团', orgCode: 'yuanshan' });
  const page = await (await browser.newContext(options)).newPage();
  await openAs(page, 'admin', server.adminPassword, '/sys/directory/list');
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog', { name: '新增目录同步' });
  await form.getByLabel('名称').fill('远山目录');
  await form.getByLabel('目录代号').fill('corp');
  await form.getByRole('combobox', { name: '同步到机构' }).click();
  await page.getByRole('treeitem', { name: '远山集团' }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('保存成功')).toBeVisible();

  const trial = await openTrial(page);
  await expect(trial.getByText('目录中有 3 人、1 个部门')).toBeVisible();
  await expect(trial.getByRole('cell', { name: '林晚晴' })).toBeVisible();
  await trial.getByRole('tab', { name: '冲突 1' }).click();
  await expect(trial.getByText('同名的人（admin）')).toBeVisible();
  await trial.getByRole('button', { name: '取消' }).click();
  await synchronise(page, '新增 3', '新增 2 人');

  const theirs = await (await browser.newContext(options)).newPage();
  await theirs.goto('/login');
  await theirs.getByText('远山目录').click();
  await sendSignIn(theirs, 'linwanqing', password);
  await expect(theirs).toHaveURL('/index');
  await expect(theirs.getByText('林晚晴').first()).toBeVisible();
  await theirs.getByRole('button', { name: '已连接' }).waitFor();

  await there.change((client) => client.del(`uid=linwanqing,ou=研发部,${there.base}`));
  await synchronise(page, '停用 1', '停用 1 人');
  await expect(theirs.getByRole('dialog').getByText('账号已被停用')).toBeVisible();
});
