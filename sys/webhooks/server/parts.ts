import type { Office } from '@back-office/contract/office/office.ts';
import type { Kysely } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Posting } from './post-json.ts';

/** Dependencies of the calls on webhooks. */
export interface WebhookParts {
  readonly office: Office;
  readonly allowPrivate: boolean;
  readonly seal: SecretSeal;
}

/** Dependencies of sending. */
export interface SendingParts extends Omit<Posting, 'signal'> {
  readonly db: Kysely<Tables>;
  readonly seal: SecretSeal;
  /** The current rights and data scope of a webhook's owner; refuses if they are gone or disabled. */
  readonly contextFor: (userId: string) => Promise<Context>;
}
