import type { FoundGroup } from '@back-office/contract/calls/search.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Context } from '../crud/context.ts';
import type { Operations, ResourcePart, RouteParts } from '../crud/operations.ts';
import type { Wraps } from '../crud/wrap-operations.ts';
import type { FileParts } from '../files/file-parts.ts';
import type { RecordReach } from '../files/record-reach.ts';
import type { NoticeReader } from '../identity/live/notice-reader.ts';
import type { Arriving } from '../identity/session/open-session.ts';
import type { TellOwners } from '../identity/session/tell-owners.ts';
import type { SessionStore } from '../identity/session/session-store.ts';
import type { SignedInBy } from '../identity/ways/signed-in-by.ts';
import type { SignInWay } from '../identity/ways/sign-in-way.ts';
import type { SealedColumn } from '../identity/sealed-column.ts';
import type { SignInParts } from '../identity/two-factor/sign-in-parts.ts';
import type { Database } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';
import type { LiveSettings } from '../platform/live-settings.ts';
import type { Settings } from '../platform/settings.ts';
import type { Directory } from './directory.ts';
import type { Choosers } from './option-rights.ts';
import type { OutlivesPassword } from './outlives-password.ts';
import type { SettingTrial } from './setting-trial.ts';
import type { Waiting } from './waiting.ts';

/** What a feature's calls and jobs work with. */
export interface Services extends RouteParts {
  readonly database: Database;
  readonly settings: Settings;
  /** Those of them that may change while the server runs. */
  readonly liveSettings: LiveSettings;
  readonly log: FastifyBaseLogger;
  /** Now, for what no database clock decides. */
  readonly clock: () => Date;
  readonly sessions: SessionStore;
  /** What signing in is made of. */
  readonly signIn: SignInParts;
  readonly files: FileParts;
  /** The context of what is done for a person without a request of theirs; `what` stands in the operation log in the place of a call. */
  readonly contextFor: (db: Kysely<Tables>, userId: string, what: string) => Promise<Context>;
  readonly office: Office;
  /** The operations of the named resource as its calls use them, with every rule around them; there once all features are in place. */
  readonly operationsOf: (resource: string) => Operations;
  /** Tries the place of backups by the clock; undefined where none is set. */
  readonly tryBackups: (() => Promise<void>) | undefined;
  /** What the features of the office do on the server. */
  readonly features: readonly ServerFeature[];
}

/** A resource whose records the search for anything finds, by their label and its pinyin. */
export interface Findable {
  readonly resource: string;
  /** The field that is searched and shown besides the label. */
  readonly detail?: string;
  /** The place of its group: the smaller stands higher. */
  readonly order: number;
}

/**
 * What a feature does on the server, beside its declarations (`Feature`, of the same name). A feature that the office
 * does not have does nothing.
 *
 * @example
 * export const agreements: ServerFeature = {
 *   name: 'agreements',
 *   routes: (app, { db }) => {
 *     app.get('/api/acme/agreement/count', { config: { right: { resource: 'acme/agreement', permission: 'read' } } }, async () => {
 *       const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM acme_agreement`.execute(db);
 *       return ok(rows[0]);
 *     });
 *   },
 *   jobs: ({ log }) => [{ name: 'acme-remind', every: 3600, run: async () => log.info('…') }],
 * };
 */
export interface ServerFeature {
  readonly name: string;
  /** What of its resources differs from the pattern, by resource; the others are the pattern and nothing else. */
  readonly parts?: (services: Services) => Readonly<Record<string, ResourcePart>>;
  /**
   * Rules around the operations of a resource, its own or another module's. Those of several modules are a chain: the
   * first module's is asked first.
   */
  readonly wrap?: Readonly<Record<string, Wraps>>;
  /** Calls that belong to no resource. */
  readonly routes?: (app: FastifyInstance, services: Services) => void;
  /** The work that it does in the background. */
  readonly jobs?: (services: Services) => readonly JobKind[];
  /** Its screens that choose from records that no field refers to. */
  readonly choosers?: Choosers;
  /** Who reaches a record's files besides those whom right and data scope let. */
  readonly fileReach?: RecordReach;
  /** Asks, in the place of the check against escalation, whether somebody may make a change of these resources true. */
  readonly guards?: Readonly<Record<string, Context['guardEscalation']>>;
  /** Of which of its resources the search for anything finds records. */
  readonly findable?: readonly Findable[];
  /** What else the search finds for whoever asks, at most so many; after the records. */
  readonly find?: (context: Context, typed: string, most: number) => Promise<FoundGroup | undefined>;
  /** What of its work waits for people, first on their first page. */
  readonly waiting?: readonly Waiting[];
  /** The words that may be chosen from dictionaries. */
  readonly choicesOf?: Context['choicesOf'];
  /** Ways to sign in that it brings, as far as they are set. */
  readonly signInWays?: (services: Services) => readonly SignInWay[];
  /** Directories that people, departments and groups are synchronised from, as far as they are set. */
  readonly directories?: (services: Services) => readonly Directory[];
  /** How settings are tried, for who may change them. */
  readonly settingTrials?: (services: Services) => readonly SettingTrial[];
  /** What it does with somebody whom another side has named, before they are let in; what it throws keeps them out. */
  readonly entering?: (services: Services) => (userId: string, by: SignedInBy) => Promise<void>;
  /** What it does of a sign-in from a place that the account has not seen for long, in its transaction; what it throws keeps them out. */
  readonly arriving?: (services: Services) => Arriving;
  /** How it tells people that something which opens their accounts was added, removed or changed, in the same transaction. */
  readonly tellOwners?: TellOwners;
  /**
   * What it does of passwords that were changed other than in the personal centre: by others, a mailed link or a save of one's own record, in the
   * transaction; `how` says who, as the end of a sentence.
   */
  readonly passwordReset?: (services: Services) => (db: Kysely<Tables>, people: readonly string[], how: string) => Promise<void>;
  /** Which people keep something that a change of their password does not end, for their notice of it. */
  readonly outlivesPassword?: OutlivesPassword;
  /** What a frame says of a notice to those who may read it. */
  readonly readNotice?: (db: Kysely<Tables>) => NoticeReader;
  /** The columns in which it keeps what `SecretSeal` sealed. */
  readonly sealed?: readonly SealedColumn[];
}
