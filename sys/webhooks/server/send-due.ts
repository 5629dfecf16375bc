import { setTimeout as wait } from 'node:timers/promises';
import { contextOfMaker } from '../../shared/server/context-of-maker.ts';
import {
  claimDue,
  type Delivery,
  releaseDelivery,
  repairDeliveryTimes,
  recordWebhookHealth,
  type Outcome,
  writeOutcome,
} from './delivery-queue.ts';
import { mayReceiveEvent } from './may-receive-event.ts';
import type { SendingParts } from './parts.ts';
import { postJson } from './post-json.ts';
import { signedHeaders } from './signing.ts';
import { disableWebhook } from './disable-webhook.ts';

/** Concurrent attempts, per receiver and in all. */
const atOnce = { webhook: 4, all: 32 };

/** Milliseconds between checks for newly due deliveries, while attempts are under way. */
const lookAgain = 500;

/** Sends due deliveries until none is left. No receiver waits for another: one that hangs blocks only its own slots. */
export async function sendDue(parts: SendingParts, signal: AbortSignal): Promise<void> {
  const busy = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const failed: unknown[] = [];
  await repairDeliveryTimes(parts.db);
  const begin = (delivery: Delivery): void => {
    const { webhookId } = delivery;
    busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
    const work = deliver(parts, delivery, signal)
      .catch((error: unknown) => void failed.push(error))
      .finally(() => {
        busy.set(webhookId, (busy.get(webhookId) ?? 1) - 1);
        running.delete(work);
      });
    running.add(work);
  };
  try {
    while (failed.length === 0 && !signal.aborted) {
      const taken = running.size >= atOnce.all ? [] : await claimDue(parts.db, atOnce.webhook, busy, atOnce.all - running.size);
      for (const delivery of taken) begin(delivery);
      if (running.size === 0) return;
      await Promise.race([...running, wait(lookAgain)]);
    }
  } finally {
    await Promise.all(running);
  }
  signal.throwIfAborted();
  throw failed[0];
}

async function deliver(parts: SendingParts, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { db } = parts;
  try {
    const outcome = await attempt(parts, delivery, signal);
    await writeOutcome(db, delivery, outcome);
    if (outcome.status === 410) await disableWebhook(parts, delivery, '接收方答复 410，不再接收');
    else if (outcome.state !== 'left') await recordWebhookHealth(db, delivery.webhookId, outcome.state === 'done');
  } catch (error) {
    await releaseDelivery(db, delivery);
    throw error;
  }
}

async function attempt(parts: SendingParts, delivery: Delivery, signal: AbortSignal): Promise<Outcome> {
  const { db, seal, contextFor } = parts;
  const { webhookId, ownerId, secret, eventName, targetId, stood, eventTime } = delivery;
  const leftOutcome = (reason: string): Outcome => ({ state: 'left', reason, duration: 0 });
  const owner = await contextOfMaker(contextFor, ownerId);
  if (owner === undefined) {
    await disableWebhook(parts, delivery, '建立者已停用');
    return leftOutcome('建立者已停用');
  }
  if (!(await mayReceiveEvent(owner, { eventName, targetId, stood }))) return leftOutcome('建立者无权查看这条数据，或数据已不存在');
  const shownTo = owner.user.userId;
  // Only ids: the receiver reads the record's content with its own key.
  const [resource = '', event] = eventName.split(':');
  const body = JSON.stringify({ type: eventName, timestamp: eventTime, data: { resource, event, id: targetId } });
  const headers = secret === null ? undefined : await signedHeaders(db, seal, { webhookId, sealed: secret, deliveryId: delivery.id, body });
  if (headers === undefined) {
    await disableWebhook(parts, delivery, '签名密钥已失效，请更换后重新启用');
    return { ...leftOutcome('签名密钥已失效'), shownTo };
  }
  const tried = await postJson(new URL(delivery.url), body, headers, { ...parts, signal });
  return { ...tried, ...outcomeOfStatus(tried.status), body, shownTo };
}

function outcomeOfStatus(status: number | undefined): Pick<Outcome, 'state'> & { reason?: string } {
  if (status === undefined) return { state: 'again' };
  if (status >= 200 && status < 300) return { state: 'done' };
  if (status === 410) return { state: 'failed', reason: '接收方答复 410，推送已停用' };
  return { state: 'again', reason: status >= 300 && status < 400 ? `接收方要求跳转（${status}），不跟随` : `接收方答复 ${status}` };
}
