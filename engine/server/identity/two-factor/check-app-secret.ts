import { hkdfSync } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { lockAtStart } from '../../platform/database/lock-at-start.ts';
import type { Tables, Value } from '../../platform/database/tables.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { Settings } from '../../platform/settings.ts';
import { StartError } from '../../platform/start-error.ts';

/**
 * Refuses to start with an APP_SECRET other than that of the database's other nodes: a second factor set up on one of
 * them would fail on the others (docs/hardening.md J12). The database stores a fingerprint. A first secret is accepted
 * while nobody has a second factor; a changed one if the operator declares the change.
 */
export async function checkAppSecret(db: Kysely<Tables>, settings: SecretSettings): Promise<void> {
  await withTransaction(db, async (transaction) => {
    // Serialised among nodes that start at once.
    await lockAtStart(transaction, 7_215_005);
    const { print: value, isKnown } = await verifyAppSecret(transaction, settings);
    if (isKnown) return;
    await transaction
      .insertInto('sys_secret')
      .values({ name: 'app secret', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  });
}

/** Throws if a start must refuse the secret; else returns its fingerprint, and whether the database has it. Changes nothing. */
export async function verifyAppSecret(db: Kysely<Tables>, { appSecret = '', appSecretChange }: SecretSettings): Promise<Judged> {
  const { rows } = await sql<{ key: Secret; known: Secret | null; isUsed: boolean }>`
    SELECT value AS key, (SELECT value FROM sys_secret WHERE name = 'app secret') AS known, EXISTS (SELECT FROM sys_totp) AS is_used
    FROM sys_secret WHERE name = 'two-step'`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('The database has lost the key of the second factor');
  const printOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', found.key, secret, 'app secret', 32));
  const print = printOf(appSecret);
  const isKnown = found.known?.equals(print) === true;
  const isFirst = found.known === null || (!found.isUsed && found.known.equals(printOf('')));
  if (!isKnown && !isFirst && !appSecretChange) throw new StartError(refusal);
  return { print, isKnown };
}

interface Judged {
  readonly print: Buffer;
  readonly isKnown: boolean;
}

type Secret = Value<'sys_secret', 'value'>;
type SecretSettings = Pick<Settings, 'appSecret' | 'appSecretChange'>;

const refusal =
  'APP_SECRET is not the one that this database has been used with, and every node needs the same. To give that one up, stop all nodes and ' +
  'start with APP_SECRET_CHANGE=on once: whoever has a second step then signs in by a recovery code, or is reset.';
