import { may } from '@back-office/contract/resource/permission.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { seesAll } from '@back-office/server/crud/visible.ts';
import type { botTopics } from './queue-posts.ts';

/** The right that this context's person lacks to have a group told of a topic; undefined if none is lacking. */
export function missingTopicRight(context: Context, topic: keyof typeof botTopics): string | undefined {
  const { rights } = context.user;
  if (topic === 'job') return may(rights, 'sys/job', 'read') ? undefined : '没有查看定时任务的权限';
  if (topic !== 'approval') return undefined;
  if (!may(rights, 'sys/user', 'edit')) return '没有审核注册的权限';
  // The message contains the number of people waiting in all organisations.
  return seesAll(context, context.resourceOf('sys/user')) ? undefined : '看不到全部用户';
}
