import { FieldValue } from '@back-office/web/crud/fields/field-value.tsx';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries } from '@back-office/web/testing/sample.ts';
import { signInAs } from '@back-office/web/testing/sign-in-as.ts';
import { rowsOf, stubList } from '@back-office/web/testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '@back-office/web/testing/stub-server.ts';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { webhook } from '../webhook.ts';
import { deliveryStatuses, webhookDelivery } from '../webhook-delivery.ts';
import { DeliveryListPage } from './delivery-list-page.tsx';
import { EventsInput } from './events-field.tsx';
import { WebhookViewPage } from './webhook-view-page.tsx';

const dialog = page.getByRole('dialog');
const posts = (calls: Call[]): string[] => calls.filter(({ method }) => method === 'POST').map(({ path }) => path);

describe('the events of a webhook', () => {
  test('are found by a part of their name, in the colour of the text', async () => {
    signInAs();
    stubServer();
    await draw(
      <EventsInput name="events" field={webhook.fields.events} resource={webhook} row={{}} value={[]} onChange={() => undefined} />,
    );
    await page.getByRole('combobox').fill('用户：新增');
    const found = page.getByTitle('用户：新增').getByText('用户：新增');
    await expect.element(found).toBeVisible();
    const [title, tree] = [found.element(), found.element().closest('.ant-select-tree')];
    expect(title.closest('.filter-node')).not.toBe(null);
    expect(getComputedStyle(title).color).toBe(getComputedStyle(tree ?? title).color);
  });

  test('are shown by resource in plain words; unknown ones stay as they are', async () => {
    const events = ['sys/user:added', 'sys/user:changed', 'acme/gone:deleted', 'sys/org:moved'];
    await draw(<FieldValue resource={webhook} name="events" row={{ events }} />);
    for (const words of ['用户：新增、修改', 'acme/gone：删除', '机构：sys/org:moved'])
      await expect.element(page.getByText(words)).toBeVisible();
    await draw(<FieldValue resource={webhook} name="events" row={{ events }} plain />);
    await expect.element(page.getByText('用户：新增、修改；acme/gone：删除；机构：sys/org:moved')).toBeVisible();
  });

  function Events({ begun }: { begun: readonly string[] }) {
    const [value, change] = useState<unknown>(begun);
    return (
      <>
        <EventsInput name="events" field={webhook.fields.events} resource={webhook} row={{}} value={value} onChange={change} />
        <output>{JSON.stringify(value)}</output>
      </>
    );
  }
  const open = async (begun: readonly string[] = []): Promise<void> => {
    await draw(<Events begun={begun} />);
    await page.getByRole('combobox').click();
  };
  const node = (title: string) => page.getByTitle(title, { exact: true });

  test('are offered for resources the person may read, and for those already chosen', async () => {
    signInAs({ account: 'somebody', grants: { 'sys/org': 'read' } });
    await open(['sys/role:added']);
    await expect.element(node('机构')).toBeVisible();
    await expect.element(node('角色').last()).toBeVisible();
    await expect.element(node('用户')).not.toBeInTheDocument();
  });

  test('are offered only if they can come, but one that is chosen already is shown until it is unticked', async () => {
    await open(['sys/log-login:added']);
    await userEvent.keyboard('日志');
    await expect.element(node('操作日志：删除')).toBeVisible();
    await expect.element(node('操作日志：新增')).not.toBeInTheDocument();
    await expect.element(node('登录日志：新增').first()).toBeVisible();
    // The other one with this title is the tag of what is chosen.
    await node('登录日志：新增').last().click();
    await expect.element(page.getByRole('status')).toHaveTextContent('[]');
    await page.getByRole('combobox').fill('日志');
    await expect.element(node('登录日志：删除')).toBeVisible();
    await expect.element(node('登录日志：新增')).not.toBeInTheDocument();
  });

  test('are all selected by ticking the resource itself', async () => {
    await open();
    await userEvent.keyboard('机构');
    await expect.element(node('用户')).not.toBeInTheDocument();
    await node('机构').click();
    await expect.element(page.getByRole('status')).toHaveTextContent('["sys/org:added","sys/org:changed","sys/org:deleted"]');
  });
});

describe('webhook deliveries', () => {
  const rows = rowsOf(
    webhookDelivery,
    { eventName: 'sys/user:added', deliveryStatus: deliveryStatuses.failed },
    { eventName: 'sys/user:changed', deliveryStatus: deliveryStatuses.waiting },
    { eventName: 'sys/user:deleted', deliveryStatus: deliveryStatuses.done },
  );
  const row = (name: string) => page.getByRole('row', { name });
  const start = async (more: Record<string, unknown> = {}): Promise<Call[]> => {
    const calls = stubServer({
      ...stubList(webhookDelivery, rows),
      'GET /api/sys/dict/select-tree': dictionaries({ delivery_status: Object.values(deliveryStatuses) }),
      'GET /api/sys/webhook/select-options': { items: [], total: 0 },
      ...more,
    });
    await draw(<DeliveryListPage />, { at: '/sys/webhook-delivery/list' });
    await expect.element(row('sys/user:added')).toBeVisible();
    return calls;
  };
  const again = page.getByRole('button', { name: '再次推送' });
  const tick = (name: string) => row(name).getByRole('checkbox').click();

  test('that are finished are resent after confirmation, and waiting ones are left out', async () => {
    const calls = await start({ 'POST /api/sys/webhook-delivery/resend/1,3': null });
    for (const { eventName } of rows) await tick(String(eventName));
    await again.first().click();
    await expect.element(dialog).toMatchTextContent('再次推送 2 条？');
    await dialog.getByRole('button', { name: '再次推送' }).click();
    await expect.element(page.getByText('已重新排队')).toBeVisible();
    expect(posts(calls)).toEqual(['/api/sys/webhook-delivery/resend/1,3']);
  });

  test('that are all still waiting are not resent, and a message says so', async () => {
    const calls = await start();
    await expect.element(row('sys/user:changed').getByRole('button', { name: '再次推送' })).not.toBeInTheDocument();
    await tick('sys/user:changed');
    await again.first().click();
    await expect.element(page.getByText('所选的记录还在等待推送')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(posts(calls)).toEqual([]);
  });

  test('that cannot be resent say so, and the list reloads', async () => {
    const calls = await start({
      'POST /api/sys/webhook-delivery/resend/1': () => {
        throw new Refusal('gone');
      },
    });
    const asked = (): number => calls.filter(({ path }) => path.endsWith('/select-page')).length;
    const before = asked();
    await row('sys/user:added').getByRole('button', { name: '再次推送' }).click();
    await dialog.getByRole('button', { name: '再次推送' }).click();
    await expect.element(page.getByText('数据不存在或已被删除')).toBeVisible();
    await expect.poll(asked).toBeGreaterThan(before);
  });
});

describe('the secret of a webhook', () => {
  const [one] = rowsOf(webhook, {
    webhookName: '考勤',
    webhookUrl: 'https://example.com',
    events: ['sys/user:added'],
    webhookStatus: '正常',
  });
  const start = async (renewed: unknown): Promise<Call[]> => {
    const calls = stubServer({
      'GET /api/sys/webhook/select/1': one,
      'POST /api/live/watch': { version: 0 },
      'POST /api/sys/webhook/renew-secret/1': renewed,
    });
    await draw(<WebhookViewPage />, { at: '/sys/webhook/view/1' });
    await page.getByRole('button', { name: '更换签名密钥' }).click();
    await expect.element(dialog).toMatchTextContent('更换推送“考勤”的签名密钥？');
    await expect.element(dialog.getByRole('button', { name: '取消' })).toHaveFocus();
    await dialog.getByRole('button', { name: '更换', exact: true }).click();
    return calls;
  };

  test('is replaced after confirmation, and the new one is shown once', async () => {
    const secret = `whsec_${'a'.repeat(44)}`;
    await start({ secret });
    await expect.element(page.getByText(secret)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText(secret)).toBeVisible();
    await page.getByRole('button', { name: '我已保存，关闭' }).click();
    await expect.element(page.getByText(secret)).not.toBeInTheDocument();
  });

  test('is replaced by the creator and administrators only, whoever else may edit the webhook', async () => {
    const own = signInAs({ account: 'somebody', grants: { 'sys/webhook': 'read,edit' } });
    const hooks = { 'POST /api/live/watch': { version: 0 }, 'GET /api/sys/webhook/select/1': { ...one, sysUserId: own } };
    const people = { 'GET /api/sys/user/select-options': { items: [], total: 0 } };
    stubServer({ ...hooks, ...people, 'GET /api/sys/webhook/select/2': { ...one, id: '2', webhookName: '财务', sysUserId: 'another' } });
    const { unmount } = await draw(<WebhookViewPage />, { at: '/sys/webhook/view/2' });
    await expect.element(page.getByRole('button', { name: '编辑' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: '更换签名密钥' })).not.toBeInTheDocument();
    await unmount();
    await draw(<WebhookViewPage />, { at: '/sys/webhook/view/1' });
    await expect.element(page.getByRole('button', { name: '更换签名密钥' })).toBeVisible();
  });

  test('is not shown if replacing it fails, and the failure is reported', async () => {
    await start(() => {
      throw new Refusal('gone');
    });
    await expect.element(page.getByText('数据不存在或已被删除')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '我已保存，关闭' })).not.toBeInTheDocument();
  });
});
