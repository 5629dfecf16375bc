import { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import { sql } from 'kysely';
import type { ServerFeature } from '@back-office/server/office/server-feature.ts';
import { postStatuses } from './bot-post.ts';
import { mayReadNotice } from '../shared/server/may-read-notice.ts';
import { botPart } from './server/bot-part.ts';
import { clearPosts, isAnyPostDue, sendPosts } from './server/send-posts.ts';

/** Bots on the server: the queue of messages, and the job that posts them. */
export const botsServer: ServerFeature = {
  name: 'bots',
  parts: ({ settings }) => ({ 'sys/bot': botPart({ seal: new SecretSeal(settings.appSecret, 'bot'), origins: settings.botOrigins }) }),
  jobs: (services) => {
    const { db, settings, contextFor } = services;
    const seal = new SecretSeal(settings.appSecret, 'bot');
    const parts = {
      db,
      seal,
      origins: settings.botOrigins,
      contextFor: (userId: string) => contextFor(db, userId, 'bot'),
      mayReadNotice: mayReadNotice(services),
    };
    return [
      { name: 'send-posts', title: '发送群消息', every: 60, soon: () => isAnyPostDue(db), run: ({ signal }) => sendPosts(parts, signal) },
      { name: 'clear-posts', title: '清理群消息', every: 3600, run: ({ signal }) => clearPosts(db, settings.limits.mailDays, signal) },
    ];
  },
  sealed: (['url', 'secret'] as const).map((name) => ({
    purpose: 'bot',
    table: 'sys_bot',
    key: 'id',
    column: name === 'url' ? 'botUrl' : 'botSecret',
    owner: sql<string>`id || ' ' || ${name}`,
  })),
  waiting: [
    {
      name: 'post-failures',
      title: '未送达的群消息',
      icon: 'comment',
      order: 46,
      trouble: true,
      resource: 'sys/bot-post',
      permission: 'read',
      where: [['eq', `postStatus:${postStatuses.failed}`]],
      lately: { field: 'createTime', days: 7 },
    },
  ],
};
