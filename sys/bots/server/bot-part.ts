import type { Issue } from '@back-office/contract/resource/issue.ts';
import type { WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import { ago } from '@back-office/server/platform/database/now.ts';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import { statuses } from '@back-office/contract/status.ts';
import type { FastifyInstance } from 'fastify';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { remove } from '@back-office/server/crud/delete.ts';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import { selectLocked } from '@back-office/server/crud/select.ts';
import type { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal, refused, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { refuseKeysOfOthers } from '../../shared/server/refuse-keys-of-others.ts';
import { bot, botKinds } from '../bot.ts';
import { addressIssue, isBotKind } from './bot-hosts.ts';
import { botShapes } from './bot-shapes.ts';
import { missingTopicRight } from './missing-topic-right.ts';
import { botTopics } from './queue-posts.ts';

type BotRow = CheckedOf<typeof bot>;

interface Parts {
  readonly seal: SecretSeal;
  readonly origins: readonly string[];
}

/** Maximum number of test messages per bot and hour. */
const maxTests = 10;
/** Their topic in the list of messages. */
const testTopic = '测试';

/** Bots: their addresses and secrets are stored encrypted, and are never returned. */
export const botPart = (parts: Parts): ResourcePart => ({
  operations: {
    guard: (context, _resource, checked: readonly BotRow[]) => Promise.resolve(botIssues(context, parts, checked)),
    write: async (context, resource: WithFieldsOf<typeof bot>, checked: readonly BotRow[]) => {
      refuseKeysOfOthers(context, '群机器人');
      const issues = botIssues(context, parts, checked);
      if (issues.length > 0) throw refused(checked.length > 1 ? issues : issues.map(({ field, message }) => ({ field, message })));
      const sealed = await Promise.all(checked.map((row) => sealRow(context, parts, row)));
      return writeAll(context, resource, sealed);
    },
    // Bots are not kept in the recycle bin.
    remove: (context, resource, ids) => remove({ ...context, keepDeleted: () => Promise.resolve() }, resource, ids),
  },
  routes: (app, routeParts) => testRoute(app, routeParts),
});

/** The issues of bots to be written, with their index. */
function botIssues(context: Context, { origins }: Parts, checked: readonly BotRow[]): (Issue & { row: number })[] {
  return checked.flatMap(({ values, current }, row) => {
    const kind = values.botKind ?? current?.botKind ?? '';
    const wrong = (field: string, message: string) => [{ row, field, message }];
    if (!isBotKind(kind)) return wrong('botKind', '没有这种群机器人');
    if (typeof values.botUrl === 'string') {
      const issue = addressIssue(kind, values.botUrl, origins);
      if (issue !== undefined) return wrong('botUrl', issue);
    } else if (current !== undefined && values.botKind !== undefined && values.botKind !== current.botKind)
      return wrong('botUrl', '更换类型时请重新填写机器人地址');
    if (kind === botKinds.wecom && typeof values.botSecret === 'string') return wrong('botSecret', '企业微信的机器人没有签名密钥');
    // People who have a group told of more topics, or change the group, must themselves be allowed to read them.
    const isReset = typeof values.botUrl === 'string' || (values.botStatus === statuses.enabled && current?.botStatus !== statuses.enabled);
    for (const [topic, field] of [
      ['job', 'tellJobs'],
      ['approval', 'tellApprovals'],
    ] as const) {
      const lacks =
        (values[field] ?? current?.[field]) === '是' && (isReset || current?.[field] !== '是')
          ? missingTopicRight(context, topic)
          : undefined;
      if (lacks !== undefined) return wrong(field, `您${lacks}，不能发送${botTopics[topic].title}`);
    }
    return [];
  });
}

/** Encrypted for this bot: a ciphertext copied to another bot cannot be decrypted. */
async function sealRow({ db }: Context, { seal }: Parts, row: BotRow) {
  const { botUrl, botSecret } = row.values;
  const sealOf = async (name: 'url' | 'secret', text: string) => ({
    hash: (await seal.seal(db, `${row.id} ${name}`, Buffer.from(text))).toString('base64'),
  });
  return {
    ...row,
    values: {
      ...row.values,
      ...(typeof botUrl === 'string' ? { botUrl: await sealOf('url', botUrl) } : {}),
      ...(typeof botSecret === 'string' ? { botSecret: await sealOf('secret', botSecret) } : {}),
    },
  };
}

/** POST test/{id}: queues a message to test the settings. */
function testRoute(app: FastifyInstance, { db, contextOf }: RouteParts): void {
  const config = { right: { resource: bot.name, permission: 'edit' }, shape: botShapes.test } as const;
  app.post<{ Params: { id: string } }>('/api/sys/bot/test/:id', { config }, async (request) => {
    const answer = await once(db, request, async (transaction) => {
      const context = contextOf(transaction, request);
      const row = await selectLocked(context, bot, request.params.id);
      if (row.botStatus !== statuses.enabled) throw refusedField('botStatus', '机器人已停用，请先启用');
      const { count } = await transaction
        .selectFrom('sys_bot_post')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('sysBotId', '=', row.id)
        .where('postTopic', '=', testTopic)
        .where('createTime', '>', ago('1 hour'))
        .executeTakeFirstOrThrow();
      if (count >= maxTests) throw new Refusal('tooMany', { retryAfter: 3600, message: `一小时内最多 ${maxTests} 条测试消息，请稍后再试` });
      const id = newId();
      const text = `这是一条测试消息，由“${context.user.userName}”发出。收到它，说明群机器人“${row.botName}”已经设置好了。`;
      await transaction
        .insertInto('sys_bot_post')
        .values({ id, createUser: row.createUser, updateUser: row.createUser, sysBotId: row.id, postTopic: testTopic, postText: text })
        .execute();
      await context.record(context, [{ resource: bot, type: '发送测试消息', id: row.id, target: row.botName, fields: [] }]);
      return { id };
    });
    app.jobs.wake();
    return ok(answer);
  });
}
