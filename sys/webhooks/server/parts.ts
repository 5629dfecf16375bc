import type { Office } from '@back-office/contract/office/office.ts';
import type { Kysely } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { Posting } from './post-json.ts';

/** What the calls on webhooks work with. */
export interface WebhookParts {
  readonly office: Office;
  readonly allowPrivate: boolean;
  readonly seal: SecretSeal;
}

/** What sending works with. */
export interface SendingParts extends Omit<Posting, 'signal'> {
  readonly db: Kysely<Tables>;
  readonly seal: SecretSeal;
  /** With what the owner of a webhook may at this moment; refuses where they are gone or disabled. */
  readonly contextFor: (userId: string) => Promise<Context>;
}
