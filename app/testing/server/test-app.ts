import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import pino from 'pino';
import { createApp } from '../../server/app.ts';
import { modules as productModules } from '../../server/modules.ts';
import { folderStorage } from '@back-office/server/platform/storage/folder-storage.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import type { ServerModule } from '@back-office/server/office/server-module.ts';
import { hashPassword } from '@back-office/server/identity/passwords/password.ts';
import { addJob } from '@back-office/server/platform/jobs/job-store.ts';
import { readModuleSettings } from '@back-office/server/platform/module-settings.ts';
import { readSettings, type Settings } from '@back-office/server/platform/settings.ts';
import { checkAnswer } from '@back-office/server/testing/check-answer.ts';
import { checkGiven } from '@back-office/server/testing/check-given.ts';
import { databaseDigest } from '@back-office/server/testing/database-digest.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';
import { testAdminPassword } from './test-template.ts';

/** The answer to a call: the envelope, with HTTP's status and headers. */
export interface Answer<Data = AnyRow> {
  status: number;
  code: number;
  message: string;
  data: Data;
  headers: Readonly<Record<string, unknown>>;
}

/** A signed-in person. */
export interface Session {
  userId: string;
  account: string;
  token: string;
  secretKey: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'HEAD';

/** Options of a call: its headers, and the address it comes from. */
interface CallOptions {
  headers?: Record<string, string>;
  address?: string;
}

/**
 * The password of everyone created by `userWith`, for a test that signs them in again.
 * @example
 * export async function signInTwice(app: TestApp): Promise<void> {
 *   const { account } = await app.userWith({ 'acme/agreement': ['read'] });
 *   await app.signIn(account, userPassword);
 * }
 */
export const userPassword = 'Plain-Horse-7193';
let userHash: Promise<string> | undefined;

/** Options of a test's server besides settings. */
export interface TestAppParts extends Partial<Settings> {
  clock?: () => Date;
  log?: FastifyBaseLogger;
  webRoot?: string;
  storage?: Storage;
  /** Calls are refused while the event loop stays late; a test blocks its own server. */
  shedsLoad?: boolean;
  /** An open database; by default a fresh one. */
  database?: TestDatabase;
  /** The environment for the settings, including those of modules; empty by default. */
  environment?: Readonly<Record<string, string>>;
  /** The declarations; by default the whole product. */
  office?: Office;
  /** The server side of the modules; by default all of the product's. */
  modules?: readonly ServerModule[];
}

/**
 * A whole server on a fresh database of its own, returned by `openTestApp`: call it as a client would, and `drop` it in `afterAll`.
 * @example
 * export async function saveParty(app: TestApp, token: string, partyName: string): Promise<AnyRow> {
 *   const { code, message, data } = await app.call(token, 'POST', 'acme/party/save', { partyName });
 *   if (code !== 20000) throw new Error(message);
 *   return data;
 * }
 */
export class TestApp {
  readonly database: TestDatabase;
  readonly server: FastifyInstance;
  readonly #clock: () => Date;
  readonly #host: { host?: string };

  constructor(database: TestDatabase, server: FastifyInstance, clock: () => Date, publicUrl?: string) {
    this.database = database;
    this.server = server;
    this.#clock = clock;
    this.#host = publicUrl === undefined ? {} : { host: new URL(publicUrl).host };
  }

  /**
   * One call under /api. A body that is an object or a list is sent as JSON, URLSearchParams as a form, a string or
   * bytes unchanged. Every answer is checked against the invariants of all answers (`check-answer.ts`).
   */
  async call<Data = AnyRow>(
    token: string | undefined,
    method: Method,
    path: string,
    body?: unknown,
    { headers = {}, address }: CallOptions = {},
  ): Promise<Answer<Data>> {
    const payload = body === undefined ? undefined : payloadOf(body);
    const response = await this.server.inject({
      method,
      url: `/api/${path}`,
      headers: { ...this.#host, ...(token === undefined ? {} : { authorization: token }), ...typeOf(body), ...headers },
      ...(payload === undefined ? {} : { payload }),
      ...(address === undefined ? {} : { remoteAddress: address }),
    });
    checkAnswer(response, `${method} /api/${path}`, payload);
    const envelope = (response.body === '' ? {} : response.json()) as { code: number; message: string; data: Data };
    return { status: response.statusCode, headers: response.headers, code: envelope.code, message: envelope.message, data: envelope.data };
  }

  /** POST login with both values encrypted for `day`, today by default. */
  login(
    account: string,
    password: string,
    { day = dayOf(this.#clock()), ...options }: CallOptions & { day?: string } = {},
  ): Promise<Answer<LoginAnswer>> {
    const form = new URLSearchParams({ username: encryptField(account, day), password: encryptField(password, day) });
    return this.call<LoginAnswer>(undefined, 'POST', 'login', form, options);
  }

  async signIn(account: string, password: string, options: CallOptions = {}): Promise<Session> {
    const { code, message, data } = await this.login(account, password, options);
    if (code !== 20000) throw new Error(`${account} was not signed in: ${code} ${message}`);
    return {
      userId: data.roles.userId,
      account: data.roles.userAccount,
      token: data.credentials.accessToken,
      secretKey: data.credentials.secretKey,
    };
  }

  /** Signs in the account admin and returns its token. */
  async admin(): Promise<string> {
    return (await this.signIn('admin', testAdminPassword)).token;
  }

  /** Inserts a new user directly into the database, and signs them in. They hold the permissions on those resources, and see all rows. */
  async userWith(grants: Readonly<Record<string, readonly string[]>>, { dataScope = '全部' } = {}): Promise<Session> {
    const [user, role] = [randomUUID(), randomUUID()];
    const account = `u${user.replaceAll('-', '').slice(0, 20)}`;
    const { pool } = this.database;
    await pool.query(`insert into sys_role (id, role_name, role_code, role_status, data_scope) values ($1, $2, $2, '正常', $3)`, [
      role,
      `r-${account}`,
      dataScope,
    ]);
    await pool.query(`insert into sys_user (id, user_account, user_name, user_password, user_status) values ($1, $2, $2, $3, '正常')`, [
      user,
      account,
      await (userHash ??= hashPassword(userPassword)),
    ]);
    await pool.query('insert into sys_user_role (owner_id, target_id) values ($1, $2)', [user, role]);
    for (const [resource, permissions] of Object.entries(grants)) {
      const { rows } = await pool.query<{ id: string }>(
        `insert into sys_function (id, function_name, root_path, function_component, function_status) values ($1, $2, '/test', $3, '正常') returning id`,
        [randomUUID(), `${resource} of ${account}`, `${resource}/list`],
      );
      await pool.query('insert into sys_role_function values ($1, $2, $3)', [role, rows[0]?.id, permissions.join(',')]);
    }
    return this.signIn(account, userPassword);
  }

  /** Runs one job of this kind now, and every other that is due; throws what it failed with. */
  async runJob(kind: string, payload: unknown = null): Promise<void> {
    const { jobs } = this.server;
    if (!jobs.kinds.some(({ name }) => name === kind))
      throw new Error(`No kind of job is named ${kind}: list it in the jobs of its feature.`);
    const id = await addJob(this.database.db, { kind, payload });
    await jobs.runDue();
    const { rows } = await this.database.pool.query<{ error: string | null }>(
      'select run_error as error from sys_job_run where job_id = $1',
      [id],
    );
    if (rows[0] === undefined) throw new Error(`The job ${kind} did not run: it is paused, or was given back.`);
    if (rows[0].error !== null) throw new Error(`The job ${kind} failed: ${rows[0].error}`);
  }

  /** A hash of all stored data but the logs; equal before and after a call that changed nothing. */
  digest(): Promise<string> {
    return databaseDigest(this.database.pool);
  }

  async drop(): Promise<void> {
    await this.server.close();
    await this.database.drop();
  }
}

/**
 * Opens the server with default settings, except for the given ones.
 * @example
 * const app = await openTestApp();
 * const page = await app.call(await app.admin(), 'GET', 'sys/org/select-page');
 * if (page.code !== 20000) throw new Error(page.message);
 * await app.drop();
 */
export async function openTestApp({
  clock = () => new Date(),
  log = pino({ level: 'error' }, pino.destination({ fd: 2, sync: true })),
  webRoot,
  storage,
  shedsLoad = false,
  database: given,
  office,
  modules = productModules,
  environment = {},
  ...settings
}: TestAppParts = {}): Promise<TestApp> {
  const database = given ?? (await openTestDatabase());
  const server = await createApp({
    database,
    storage: storage ?? (await folderStorage(join(database.dataDir, 'files'))),
    settings: { ...readSettings(environment), ...settings },
    environment,
    log,
    clock,
    webRoot,
    shedsLoad,
    ...(office === undefined ? {} : { office }),
    modules,
    moduleSettings: readModuleSettings(modules, environment),
  });
  checkGiven(server);
  return new TestApp(database, server, clock, settings.publicUrl);
}

function typeOf(body: unknown): Record<string, string> {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return {};
  return { 'content-type': body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json' };
}

function payloadOf(body: unknown): string | Buffer {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return body instanceof URLSearchParams ? body.toString() : JSON.stringify(body);
}
