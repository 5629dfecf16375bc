import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '@back-office/web/testing/on-phone.ts';
import { Refusal, stubServer } from '@back-office/web/testing/stub-server.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDocument, ApiOperation } from '../api-docs.ts';
import { ApiDocsPage } from './api-docs-page.tsx';

const envelope = (data: object) => ({ 'application/json': { schema: { anyOf: [{ properties: { data } }] } } });
const operation = (tag: string, summary: string, more: Partial<ApiOperation> = {}): ApiOperation => ({
  operationId: summary,
  tags: [tag],
  summary,
  description: '需要“用户”的查看权限。',
  responses: { '200': { description: '失败时的代码见说明', content: envelope({ type: 'null' }) } },
  ...more,
});
const doc: ApiDocument = {
  openapi: '3.1.0',
  info: { title: '接口', version: '1', description: '' },
  servers: [],
  security: [],
  tags: [{ name: '用户' }, { name: '机构' }, { name: '没有接口的' }],
  paths: {
    '/api/sys/user/select-page': {
      get: operation('用户', '分页查询用户', {
        parameters: [{ name: 'index', in: 'query', required: true, description: '第几页', schema: {} }],
        responses: { '200': { description: '失败时的代码见说明', content: envelope({ type: 'integer', examples: [7] }) } },
      }),
    },
    '/api/sys/user/save': {
      post: operation('用户', '保存用户', {
        requestBody: { required: true, content: { 'application/json': { schema: {}, example: { userName: '张三' } } } },
      }),
    },
    [`/api/sys/org/${'very-long-'.repeat(12)}tree`]: { get: operation('机构', '机构树') },
  },
  components: { securitySchemes: {}, responses: {}, schemas: {} },
};
const search = page.getByRole('searchbox', { name: '搜索接口' });
const group = (name: string) => page.getByRole('button', { name });

async function start(answer: unknown = () => Response.json(doc)): Promise<void> {
  stubServer({ 'GET /api/openapi.json': answer });
  await draw(<ApiDocsPage />);
}

test('lists the calls by resource, and shows how each is made', async () => {
  await start();
  await expect.element(group('用户（2）')).toHaveAttribute('aria-expanded', 'false');
  await expect.element(page.getByText('没有接口的')).not.toBeInTheDocument();
  await group('用户（2）').click();
  await group('GET /api/sys/user/select-page 分页查询用户').click();
  await expect.element(page.getByRole('row', { name: 'index * 查询 第几页' })).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: '命令行示例' }))
    .toMatchTextContent(`${location.origin}/api/sys/user/select-page?index=`);
  await expect.element(page.getByRole('region', { name: '答复示例' })).toMatchTextContent('"data": 7');
  await group('POST /api/sys/user/save 保存用户').click();
  await expect.element(page.getByRole('region', { name: '请求内容示例' })).toMatchTextContent('"userName": "张三"');
});

test('expands search results, lets them be folded, and shows everything again when the search is cleared', async () => {
  await start();
  await search.fill('org');
  await expect.element(group('机构（1）')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByText('机构树')).toBeVisible();
  await expect.element(group('用户（2）')).not.toBeInTheDocument();
  await group('机构（1）').click();
  await expect.element(group('机构（1）')).toHaveAttribute('aria-expanded', 'false');
  await search.fill('保存');
  await expect.element(group('用户（1）')).toHaveAttribute('aria-expanded', 'true');
  await search.fill('nothing like it');
  await expect.element(page.getByText('没有找到接口')).toBeVisible();
  await search.fill('');
  await expect.element(group('用户（2）')).toHaveAttribute('aria-expanded', 'false');
});

test('shows the server’s error, or that the document is invalid, and loads it on retry', async () => {
  let answer: () => Response = () => {
    throw new Refusal('notPermitted');
  };
  await start(() => answer());
  await expect.element(page.getByText('没有操作权限').first()).toBeVisible();
  answer = () => Response.json({ success: true, code: 20000, message: '', data: {} });
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('接口文档的格式不正确').first()).toBeVisible();
  answer = () => Response.json(doc);
  await page.getByRole('button', { name: '重试' }).click();
  await expect.element(group('用户（2）')).toBeVisible();
});

test('a long path fits on a phone', async () => {
  await onPhone();
  await start();
  await group('机构（1）').click();
  await page.getByText('机构树').click();
  await expect.element(page.getByRole('region', { name: '命令行示例' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(innerWidth);
});
