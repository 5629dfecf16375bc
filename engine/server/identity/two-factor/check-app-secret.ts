import { hkdfSync } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { lockAtStart } from '../../platform/database/lock-at-start.ts';
import type { Tables, Value } from '../../platform/database/tables.ts';
import { secondsAgo } from '../../platform/database/now.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { silentAfter } from '../../platform/metrics/node-report.ts';
import type { Settings } from '../../platform/settings.ts';
import { StartError } from '../../platform/start-error.ts';
import { sealAgain, type SealedColumn } from '../sealed-column.ts';

/**
 * Refuses to start with an APP_SECRET other than that of the database's other nodes: what one of them seals would not open
 * on the others (docs/hardening.md J12). The database stores a fingerprint. A first secret is accepted, and what was
 * sealed without it is sealed under it; a changed one is accepted if the operator declares the change. Both are refused
 * while another node runs with the former.
 */
export async function checkAppSecret(db: Kysely<Tables>, settings: NodeSettings, sealed: readonly SealedColumn[]): Promise<void> {
  await withTransaction(db, async (transaction) => {
    // Serialised among nodes that start at once.
    await lockAtStart(transaction, 7_215_005);
    const { print: value, isKnown, isSealed } = await verifyBesideOthers(transaction, settings);
    if (isKnown && isSealed) return;
    const { appSecret } = settings;
    if (appSecret !== undefined) await sealAgain(transaction, [twoStepSecrets, ...sealed], appSecret);
    await transaction
      .insertInto('sys_secret')
      .values(['app secret', 'app secret sealed'].map((name) => ({ name, value })))
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  });
}

/** Throws if a start must refuse the secret; else returns its fingerprint, and what the database has. Changes nothing. */
export async function verifyAppSecret(db: Kysely<Tables>, { appSecret = '', appSecretChange }: SecretSettings): Promise<Judged> {
  const { rows } = await sql<{ key: Secret; known: Secret | null; sealed: Secret | null }>`
    SELECT value AS key, (SELECT value FROM sys_secret WHERE name = 'app secret') AS known,
      (SELECT value FROM sys_secret WHERE name = 'app secret sealed') AS sealed
    FROM sys_secret WHERE name = 'two-step'`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('The database has lost the key of the second factor');
  const printOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', found.key, secret, 'app secret', 32));
  const print = printOf(appSecret);
  const isKnown = found.known?.equals(print) === true;
  const isFresh = found.known === null;
  const isFirst = found.known === null || found.known.equals(printOf(''));
  if (!isKnown && !isFirst && !appSecretChange) throw new StartError(refusal);
  return { print, isKnown, isSealed: found.sealed?.equals(print) === true, isFresh };
}

/** The same, and throws as well if other nodes run with another secret that would be accepted without them. */
export async function verifyBesideOthers(db: Kysely<Tables>, settings: NodeSettings): Promise<Judged> {
  const judged = await verifyAppSecret(db, settings);
  // The embedded database has one node.
  if (judged.isKnown || judged.isFresh || settings.databaseUrl === undefined) return judged;
  const running = await runningNodes(db);
  if (running.length > 0) throw new StartError(`${besideOthers} ${running.join(', ')}.`);
  return judged;
}

/** The names of nodes that have reported a short time ago, ten at most. */
export async function runningNodes(db: Kysely<Tables>): Promise<string[]> {
  const seen = db.selectFrom('sys_node').select('nodeName').where('seenTime', '>', secondsAgo(silentAfter));
  return (await seen.orderBy('nodeName').limit(10).execute()).map(({ nodeName }) => nodeName);
}

const twoStepSecrets: SealedColumn = {
  purpose: 'two-step',
  table: 'sys_totp',
  key: 'sysUserId',
  column: 'secret',
  owner: sql<string>`sys_user_id::text`,
};

interface Judged {
  readonly print: Buffer;
  readonly isKnown: boolean;
  /** A start has sealed under this secret what was sealed without one; earlier versions did not. */
  readonly isSealed: boolean;
  /** No start has stored a fingerprint yet. */
  readonly isFresh: boolean;
}

type Secret = Value<'sys_secret', 'value'>;
type SecretSettings = Pick<Settings, 'appSecret' | 'appSecretChange'>;
type NodeSettings = SecretSettings & Pick<Settings, 'databaseUrl'>;

const refusal =
  'APP_SECRET is not the one that this database has been used with, and every node needs the same. To give that one up, stop all nodes and ' +
  'start with APP_SECRET_CHANGE=on once: whoever has a second step then signs in by a recovery code, or is reset.';

const besideOthers =
  `APP_SECRET is not the one that other nodes run with: what this node seals would not open there. Stop all nodes, and start them with the same ` +
  `APP_SECRET; one that was killed counts as running for ${silentAfter} s. These run:`;
