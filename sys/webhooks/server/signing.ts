import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Webhook } from 'standardwebhooks';
import type { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';

/** Prefix of secrets for signing according to Standard Webhooks (https://www.standardwebhooks.com). */
const mark = 'whsec_';

/** Gives a webhook a new secret, stored encrypted; signatures made with the previous one do not verify with it. */
export async function setNewSecret(db: Kysely<Tables>, seal: SecretSeal, id: string): Promise<string> {
  const bytes = randomBytes(32);
  await db
    .updateTable('sys_webhook')
    .set({ secret: await seal.seal(db, id, bytes) })
    .where('id', '=', id)
    .execute();
  return mark + bytes.toString('base64');
}

/** The headers of a delivery; undefined if the secret can no longer be decrypted, as after APP_SECRET was changed. */
export async function signedHeaders(
  db: Kysely<Tables>,
  seal: SecretSeal,
  { webhookId, sealed, deliveryId, body }: { webhookId: string; sealed: Buffer; deliveryId: string; body: string },
): Promise<Record<string, string> | undefined> {
  const bytes = await seal.open(db, webhookId, sealed);
  if (bytes === undefined) return undefined;
  const at = new Date();
  return {
    'webhook-id': deliveryId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(mark + bytes.toString('base64')).sign(deliveryId, at, body),
  };
}
