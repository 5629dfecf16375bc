import { statuses } from '@back-office/contract/status.ts';
import { type Kysely, type NotNull, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import { repairDueTimes } from '@back-office/server/platform/database/repair-due-times.ts';
import { noId } from '@back-office/server/platform/database/no-id.ts';
import { inSeconds, now } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { postJson } from '../../webhooks/server/post-json.ts';
import { resolveByDns } from '../../webhooks/server/target-address.ts';
import { anybody, type MayReadNotice } from '../../shared/server/may-read-notice.ts';
import { afterAttempt } from '../../shared/server/after-attempt.ts';
import { clearFinished } from '../../shared/server/clear-finished.ts';
import type { Outcome } from '../../shared/server/outcome.ts';
import { replacedOutcome } from '../../shared/server/replaced-outcome.ts';
import { contextOfMaker } from '../../shared/server/context-of-maker.ts';
import { postStatuses } from '../bot-post.ts';
import { addressIssue } from './bot-hosts.ts';
import { outcomeOfAnswer } from './outcome-of-answer.ts';
import { missingTopicRight } from './missing-topic-right.ts';
import { botTopics, unreadableReason } from './queue-posts.ts';
import { signPost } from './sign-post.ts';

/** Seconds to wait after each failed attempt before the next: some seven hours in all. */
const waits = [10, 60, 300, 1800, 7200, 18_000];

const posts = {
  table: 'sys_bot_post',
  recipient: 'sysBotId',
  status: 'postStatus',
  // Queued with the first mails.
  isAhead: sql<boolean>`notice.mail_after = ${sql.lit(noId)}`,
} as const;
const isWaiting = sql`post_status = ${sql.lit(postStatuses.waiting)}`;

/** Lease of a message in seconds, messages sent concurrently, and timeout of an attempt in milliseconds. */
const limits = { claim: 60, atOnce: 8, timeout: 15_000 } as const;

export interface PostParts {
  readonly db: Kysely<Tables>;
  readonly seal: SecretSeal;
  /** Self-hosted services, which may be in private networks. */
  readonly origins: readonly string[];
  /** The current rights and data scope of a bot's maker; refuses if they are gone or disabled. */
  readonly contextFor: (userId: string) => Promise<Context>;
  readonly mayReadNotice: MayReadNotice;
}

type Claimed = Awaited<ReturnType<typeof claim>>[number];

const selectDue = (db: Kysely<Tables>) =>
  db
    .selectFrom('sys_bot_post')
    .select('id')
    .where('postStatus', '=', sql.lit(postStatuses.waiting))
    .where('runTime', '<=', now)
    .where((eb) => eb.or([eb('claimUntil', 'is', null), eb('claimUntil', '<', now)]));

/** Whether any message is due. */
export async function isAnyPostDue(db: Kysely<Tables>): Promise<boolean> {
  return (await selectDue(db).limit(1).executeTakeFirst()) !== undefined;
}

/** Sends due messages until none is left; a message leased by a dead node is retried after a minute. */
export async function sendPosts(parts: PostParts, signal: AbortSignal): Promise<void> {
  await repairDueTimes(parts.db, { table: 'sys_bot_post', isWaiting, due: 'runTime', claimSeconds: limits.claim });
  for (;;) {
    signal.throwIfAborted();
    const claimed = await claim(parts.db);
    if (claimed.length === 0) return;
    const done = await Promise.allSettled(claimed.map(async (post) => writeOutcome(parts.db, post, await sendOne(parts, post, signal))));
    const broken = done.find((one) => one.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
  }
}

function claim(db: Kysely<Tables>) {
  const first = selectDue(db).orderBy('runTime').orderBy('id').limit(limits.atOnce).forUpdate().skipLocked();
  return db
    .updateTable('sys_bot_post as p')
    .from([first.as('first'), 'sys_bot as b'])
    .set((eb) => ({
      claimToken: sql<string>`gen_random_uuid()`,
      claimUntil: inSeconds(limits.claim),
      postAttempts: eb('p.postAttempts', '+', 1),
    }))
    .whereRef('p.id', '=', 'first.id')
    .whereRef('b.id', '=', 'p.sysBotId')
    .returning(['p.id', 'p.claimToken', 'p.postTopic', 'p.postText', 'p.postAttempts', 'p.sourceId'])
    .returning(['b.id as botId', 'b.createUser as makerId', 'b.botKind', 'b.botStatus', 'b.botUrl', 'b.botSecret'])
    .$narrowType<{ claimToken: NotNull }>()
    .execute();
}

async function sendOne(parts: PostParts, post: Claimed, signal: AbortSignal): Promise<Outcome> {
  const { db, seal, origins, mayReadNotice } = parts;
  if (post.botStatus !== statuses.enabled) return { state: 'left', reason: '机器人已停用' };
  if (post.sourceId !== null && !(await mayReadNotice(post.sourceId, anybody))) return { state: 'left', reason: unreadableReason };
  const replaced = post.sourceId === null ? undefined : await replacedOutcome(db, posts, post.id);
  if (replaced !== undefined) return replaced;
  const lacking = await whatMakerLacks(parts, post);
  if (lacking !== undefined) return { state: 'failed', reason: `机器人的建立者${lacking}` };
  await db.updateTable('sys_bot_post').set({ createUser: post.makerId, updateUser: post.makerId }).where('id', '=', post.id).execute();
  const open = async (name: 'url' | 'secret', sealed: string | null) =>
    sealed === null ? undefined : (await seal.open(db, `${post.botId} ${name}`, Buffer.from(sealed, 'base64')))?.toString('utf8');
  const [address, secret] = [await open('url', post.botUrl), await open('secret', post.botSecret)];
  if (address === undefined || (secret === undefined && post.botSecret !== null))
    return { state: 'failed', reason: '机器人地址或密钥已无法解开（APP_SECRET 已更换），请重新填写' };
  if (addressIssue(post.botKind, address, origins) !== undefined) return { state: 'failed', reason: '机器人地址不再被允许，请重新填写' };
  const { url, body } = signPost(post.botKind, address, secret, post.postText, Date.now());
  // Neither redirects nor private networks, except those that the operator listed.
  const allowPrivate = origins.includes(url.origin);
  return outcomeOfAnswer(await postJson(url, body, {}, { resolve: resolveByDns, allowPrivate, signal, timeout: limits.timeout }));
}

/** Why a bot may no longer announce this: a bot must not keep telling a group what its maker may no longer read. */
async function whatMakerLacks({ contextFor }: PostParts, { makerId, postTopic }: Claimed): Promise<string | undefined> {
  const maker = await contextOfMaker(contextFor, makerId);
  if (maker === undefined) return '已停用';
  const topic = (['notice', 'job', 'approval'] as const).find((name) => botTopics[name].title === postTopic);
  return topic === undefined ? undefined : missingTopicRight(maker, topic);
}

async function writeOutcome(db: Kysely<Tables>, { id, claimToken, postAttempts }: Claimed, outcome: Outcome): Promise<void> {
  const { status, seconds } = afterAttempt(outcome, waits[postAttempts - 1]);
  await db
    .updateTable('sys_bot_post')
    .set({ postStatus: status, claimToken: null, claimUntil: null, runTime: inSeconds(seconds ?? 0) })
    .set({ failReason: 'reason' in outcome ? outcome.reason : null, sendTime: outcome.state === 'sent' ? now : undefined })
    .set((eb) => ({
      postAttempts: eb('postAttempts', '-', Number(outcome.state === 'held')),
      version: eb('version', '+', 1),
      updateTime: now,
    }))
    .where('id', '=', id)
    .where('claimToken', '=', claimToken)
    .execute();
}

/** Removes messages finished this many days ago. */
export const clearPosts = (db: Kysely<Tables>, days: number, signal: AbortSignal): Promise<void> =>
  clearFinished(db, { table: 'sys_bot_post', isWaiting }, days, signal);
