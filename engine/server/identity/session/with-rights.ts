import { statuses, userStatuses } from '@back-office/contract/status.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { isForeignKeyViolation } from '../../platform/database/database-errors.ts';
import { CachedFacts, lockReliedOnShared } from '../../platform/database/cached-facts.ts';
import { given, Statement } from '../../platform/database/statement.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { CachedRows } from './cached-sessions.ts';
import { hasMaker } from '../api-keys/has-maker.ts';
import { RightsReader } from '../rights/rights-reader.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { admitAgain } from './admit.ts';
import { signedInOf } from './session-hook.ts';

/** The session, rights or organisation of the caller changed during the change. */
class RightsChanged extends Error {
  override name = 'RightsChanged';
}

interface EpochState {
  epoch: number;
  raised: number;
}

interface RightsChecks {
  readonly readMoment: Statement<EpochState>;
  readonly refuseIfMoved: Statement;
}

/**
 * How long, in milliseconds, first attempts wait for the answer of the check after a concurrent change of rights, or
 * query facts after a change of cached facts: such changes may come in series.
 */
const unrestMs = 10_000;
const recentChanges = new WeakMap<Kysely<Tables>, { rights: number; facts: number }>();

/** Most retries of a change. */
const attempts = 3;

/**
 * Runs a change in one transaction and checks at its end, when it holds every lock, whether the rights are still those
 * that it began with: a right revoked and committed in the meantime is gone (docs/hardening.md (a)). If they
 * changed, the transaction is rolled back, the session and the right are checked again as for any request, and the change
 * is retried with the person's current rights.
 *
 * The first attempt sends the check together with COMMIT, and it fails the transaction if anything changed. Retries, and all changes for a
 * while after, wait for its answer instead, since a change to somebody else's rights is no reason to refuse. The same check covers the facts
 * that the change took from the cache (`CachedFacts`) and a cached session. A refusal under a cached session is not final: the session is
 * looked up, and the change is retried.
 */
export async function withRights<Data>(
  db: Kysely<Tables>,
  request: FastifyRequest,
  work: (transaction: Kysely<Tables>) => Promise<Data>,
): Promise<Data> {
  const unrestUntil = recentChanges.get(db) ?? { rights: 0, facts: 0 };
  recentChanges.set(db, unrestUntil);
  for (let attempt = 0; ; attempt++) {
    const isCalm = (what: keyof typeof unrestUntil): boolean => attempt === 0 && performance.now() >= unrestUntil[what];
    const isSent = isCalm('rights');
    const { cachedRows } = request;
    let facts: CachedFacts | undefined;
    try {
      const data = await withTransaction(db, async (transaction) => {
        facts = isSent && isCalm('facts') ? CachedFacts.attach(db, transaction) : undefined;
        const done = await work(transaction);
        const user = signedInOf(request);
        const { sessionId, sysOrgId, rightsEpoch } = user;
        const reliedOn = JSON.stringify(Object.fromEntries(facts?.reliedOn ?? []));
        // The answer of the check below stays true: nobody can take away the facts relied on until this is committed.
        if (reliedOn !== '{}') await lockReliedOnShared.send(transaction, { reliedOn });
        if (isSent)
          await checksFor(user, cachedRows).refuseIfMoved.send(transaction, {
            sessionId,
            sysOrgId,
            rightsEpoch,
            reliedOn,
            ...cachedRows,
          });
        else await requireSame(transaction, user, cachedRows);
        return done;
      });
      request.cachedRows = null;
      return data;
    } catch (error) {
      const haveRightsChanged = isRightsChange(error) || error instanceof RightsChanged;
      // A referenced record was just deleted, or the caller was: a retry finds out which, and refuses accordingly.
      const isLost = attempt === 0 && isForeignKeyViolation(error);
      if (!haveRightsChanged && !isLost && !(cachedRows !== null && error instanceof Refusal)) throw error;
      const relied = (facts?.reliedOn.size ?? 0) > 0;
      // With a cached session, the session itself may be all that changed.
      if (isRightsChange(error) && (relied || cachedRows === null)) unrestUntil[relied ? 'facts' : 'rights'] = performance.now() + unrestMs;
      if (haveRightsChanged) facts?.forget();
      await admitAgain(request);
      if (attempt === attempts) throw new Refusal('notPermitted');
    }
  }
}

/**
 * Changes by this transaction itself do not count: it knows how often it raised the epoch (migration 0040), and when it
 * writes. If others raised the epoch, the user's own rights are read again.
 */
async function requireSame(transaction: Kysely<Tables>, user: SignedIn, cachedRows: CachedRows | null): Promise<void> {
  const { key, sessionId, sysOrgId } = user;
  const [current] = await checksFor(user, cachedRows).readMoment.run(transaction, { sessionId, sysOrgId, ...cachedRows });
  if (current === undefined) throw new RightsChanged();
  if (current.epoch - current.raised === user.rightsEpoch) return;
  // The list of rights of the API key may have changed.
  if (key !== undefined) throw new RightsChanged();
  const { roles, rights, scopes } = await new RightsReader(transaction).of(user.userId, current.epoch);
  if (!isDeepStrictEqual([roles, rights, scopes], [user.roles, user.rights, user.scopes])) throw new RightsChanged();
}

const raised = sql<number>`coalesce(nullif(current_setting('back_office.raised_rights', true), ''), '0')::bigint`;

/** The checks at the end, where `credential` selects the row of a session or key that is still good; the person's row must be good too. */
function makeChecks(
  credential: () => RawBuilder<unknown>,
  person = () => sql`u.user_status = ${sql.lit(userStatuses.enabled)}`,
): RightsChecks {
  const moment = () => sql`
    ${credential()} JOIN sys_user u ON u.id = s.sys_user_id JOIN sys_epoch e ON e.name = 'rights'
    WHERE s.id = ${given('sessionId')}::uuid AND ${person()}
      AND (u.sys_org_id IS NOT DISTINCT FROM ${given('sysOrgId')}::uuid OR u.update_time = now())`;
  return {
    readMoment: new Statement(() => sql<EpochState>`SELECT e.value AS epoch, ${raised} AS raised FROM ${moment()}`),
    refuseIfMoved: new Statement(
      () =>
        sql`
          SELECT refuse_moved_rights() WHERE NOT EXISTS (SELECT FROM ${moment()} AND e.value - ${raised} = ${given('rightsEpoch')}::bigint)
            OR EXISTS (SELECT FROM json_each_text(${given('reliedOn')}::json) f
              WHERE (SELECT value FROM sys_epoch WHERE name = f.key) IS DISTINCT FROM f.value::bigint)`,
    ),
  };
}

const sessionChecks = makeChecks(() => sql`(SELECT id, sys_user_id FROM sys_session WHERE end_time IS NULL OR end_time = now()) s`);
const keyChecks = makeChecks(
  () =>
    sql`(SELECT k.id, k.sys_user_id FROM sys_token k WHERE token_status = ${sql.lit(statuses.enabled)} AND expire_time > now() AND ${sql.raw(hasMaker('k'))}) s`,
);
/** For a cached session: both rows are unchanged. A change that itself writes to one of them is retried with a lookup. */
const cachedChecks = makeChecks(
  () => sql`(SELECT id, sys_user_id FROM sys_session WHERE xmin::text = ${given('sessionRow')}) s`,
  () => sql`u.xmin::text = ${given('userRow')}`,
);
const checksFor = ({ key }: SignedIn, cachedRows: CachedRows | null): RightsChecks =>
  cachedRows !== null ? cachedChecks : key === undefined ? sessionChecks : keyChecks;

/** The error that `refuse_moved_rights` raises (migration 0083). */
const isRightsChange = (error: unknown): boolean => recordIn(error).code === 'BO001';
