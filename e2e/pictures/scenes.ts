import type { Browser, Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { openAs } from '../support/sign-in.ts';
import { chooseFiles, openImport, workbook } from '../support/workbooks.ts';
import { looks } from './looks.ts';
import { photograph } from './photograph.ts';
import type { Demo } from './start-demo.ts';

/** The subject of a picture. */
interface Scene {
  readonly name: string;
  readonly look?: 'phone' | 'dark';
  /** The account that is signed in; admin by default. */
  readonly who?: string;
  readonly path: string | ((api: Api) => Promise<string>);
  /** Actions on the page before the picture. */
  readonly play?: (page: Page, api: Api) => Promise<void>;
}

const sheet = [
  ['账号', '姓名', '性别', '手机号', '邮箱', '机构', '部门', '备注'],
  ['luzhiwei', '陆知微', '女', '19900013301', 'luzhiwei@lanshan.example', '岚山软件技术有限公司', '产品研发部', '校招'],
  ['jiangxubai', '江叙白', '男', '19900013302', 'jiangxubai@lanshan.example', '岚山软件技术有限公司', '测试与质量保障部', ''],
  ['wenruyu', '温如玉', '女性', '1990001', 'wenruyu@lanshan.example', '岚山软件技术有限公司', '产品研发部', '手机号待补'],
  ['ayiguli', '阿依古丽·买买提江', '女', '19900013304', 'ayiguli@lanshan.example', '华东分公司', '市场拓展部', ''],
  ['peixingyuan', '裴行远', '男', '19900013305', 'peixingyuan@lanshan', '华南分公司', '客户服务部', ''],
  ['songqinghe', '宋清和', '女', '19900013306', 'songqinghe@lanshan.example', '西北分公司', '市场拓展部', ''],
  ['qinwangshu', '秦望舒', '女', '19900013307', 'qinwangshu@lanshan.example', '岚山仪器集团有限公司', '财务管理部', '社招'],
  ['helanting', '贺兰亭', '男', '19900013308', 'helanting@lanshan.example', '岚山精密苏州第一工厂', '总装车间', ''],
];

const personOf = async (api: Api): Promise<{ id: string; version: number }> => {
  const [found] = await api.find('sys/user', 'userAccount', 'ouyangjingyi');
  if (found === undefined) throw new Error('The demo has nobody of that account.');
  return { id: found.id, version: Number(found['version']) };
};

/** Further pictures of the guide, in a folder of their own. */
const guide: readonly Scene[] = [
  { name: 'guide/status', path: '/sys/status' },
  { name: 'guide/jobs', path: '/sys/job/list' },
  {
    name: 'guide/job-plan',
    path: '/sys/job/list',
    play: async (page) => {
      // Pressed by keyboard: a click would scroll the table.
      await page
        .getByRole('button', { name: /^调整时间/ })
        .first()
        .press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: '工作日 8:00' }).click();
    },
  },
  { name: 'guide/settings', path: '/sys/setting/list' },
  {
    name: 'guide/mail-template',
    path: '/sys/setting/list?search=重置密码',
    play: async (page) => {
      await page
        .getByRole('row', { name: /邮件模板/ })
        .getByRole('button', { name: /^修改/ })
        .first()
        .press('Enter');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'guide/passkeys',
    who: 'linwanqing',
    path: '/profile?tab=security',
    play: async (page) => {
      await page.getByRole('button', { name: '添加通行密钥' }).click();
      await page.getByRole('dialog').getByLabel('名称').fill('办公室电脑');
    },
  },
  { name: 'guide/form', path: async (api) => `/sys/user/view/${(await personOf(api)).id}?edit=1` },
  { name: 'guide/record', path: async (api) => `/sys/user/list?record=${(await personOf(api)).id}` },
  {
    name: 'guide/tabs',
    path: async (api) => `/sys/user/view/${(await personOf(api)).id}`,
    play: async (page) => {
      await page.getByRole('tab', { name: '权限' }).click();
    },
  },
  {
    name: 'guide/palette',
    path: '/index',
    play: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('yonghu');
    },
  },
];

/** Every picture that the documents show, in order. */
const scenes: readonly Scene[] = [
  { name: 'home', path: '/index' },
  { name: 'list', path: '/sys/user/list' },
  { name: 'phone', look: 'phone', path: '/sys/user/list' },
  { name: 'dark', look: 'dark', path: '/index' },
  {
    name: 'conflict',
    path: async (api) => `/sys/user/view/${(await personOf(api)).id}?edit=1`,
    play: async (page, api) => {
      const { id, version } = await personOf(api);
      await page.getByLabel('手机号').fill('19900018846');
      await page.getByLabel('备注').fill('负责华东区域的季度盘点');
      await api.save('sys/user', { id, version, userEmail: 'ouyang@lanshan.example', userRemark: '负责西北区域的季度盘点' });
      await page.getByRole('button', { name: /保存$/ }).click();
      await page.getByRole('dialog', { name: '数据已被他人修改' }).waitFor();
    },
  },
  {
    name: 'import',
    path: '/sys/user/list',
    play: async (page) => {
      const dialog = await openImport(page);
      await chooseFiles(page, workbook('用户导入模板.xlsx', sheet));
      await dialog.getByText('校验完成').waitFor();
      await dialog.getByRole('button', { name: '下一个错误' }).click();
    },
  },
  {
    name: 'rights',
    path: async (api) => `/sys/role/view/${(await api.find('sys/role', 'roleCode', 'hr'))[0]?.id ?? ''}`,
    play: async (page) => {
      await page.getByRole('treegrid', { name: '功能权限' }).waitFor();
    },
  },
  ...guide,
];

/** Takes the picture of each scene, or of the named ones, in a page of its own. */
export async function takeScenes(browser: Browser, demo: Demo, api: Api, asked: readonly string[]): Promise<void> {
  for (const { name, look, who = 'admin', path, play } of scenes.filter((scene) => asked.length === 0 || asked.includes(scene.name))) {
    const context = await browser.newContext({
      ...looks[look === 'phone' ? 'phone' : 'wide'],
      baseURL: demo.baseURL,
      colorScheme: look === 'dark' ? 'dark' : 'light',
    });
    const page = await context.newPage();
    await openAs(page, who, demo.password, typeof path === 'string' ? path : await path(api));
    await play?.(page, api);
    await photograph(page, name);
    await context.close();
  }
}
