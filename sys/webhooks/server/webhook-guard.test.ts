import { office } from '@back-office/app/office.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { expect, it } from 'vitest';
import type { webhook } from '../webhook.ts';
import { webhookIssues } from './webhook-guard.ts';

it('a webhook keeps an address of the own network when those are no longer allowed, and gets no other', async () => {
  const context = { user: { userId: 'me', rights: { all: true } } } as Context;
  const current = { sysUserId: 'me', webhookUrl: 'http://10.0.0.1/told', events: [], webhookStatus: '正常' };
  const issuesOf = async (values: object, stored: object | null = current) =>
    (
      await webhookIssues(context, { office, allowPrivate: false }, [
        { id: '', current: stored ?? undefined, values } as unknown as CheckedOf<typeof webhook>,
      ])
    ).map(({ message }) => message);
  expect(await issuesOf({ webhookUrl: current.webhookUrl, webhookName: '改名' })).toEqual([]);
  expect(await issuesOf({ webhookUrl: 'http://10.0.0.2/told' })).toEqual(['接收地址不能指向内部网络']);
  expect(await issuesOf({ webhookUrl: current.webhookUrl }, null)).toEqual(['接收地址不能指向内部网络']);
});
