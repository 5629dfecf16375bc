import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { hashPassword } from '@back-office/server/identity/passwords/password.ts';
import { type Session, type TestApp, userPassword } from './test-app.ts';

export interface RolePlan {
  dataScope: string;
  /** Permissions by resource. */
  grants: Readonly<Record<string, readonly string[]>>;
  orgs?: readonly string[];
  status?: string;
}

/** Inserts organisations, roles and people directly into the database of a test, bypassing the server's rules. */
export class Staff {
  readonly #app: TestApp;
  readonly #functions = new Map<string, Promise<string>>();
  readonly #hash = hashPassword(userPassword);
  #count = 0;

  constructor(app: TestApp) {
    this.#app = app;
  }

  /** Creates an organisation and returns its id. */
  async org(parentId: string | null = null): Promise<string> {
    const id = randomUUID();
    const name = this.#name('org');
    await this.#sql(`INSERT INTO sys_org (id, parent_id, org_name, org_code, org_status) VALUES ($1, $2, $3, $3, '正常')`, [
      id,
      parentId,
      name,
    ]);
    return id;
  }

  /** Creates a role and returns its id. Roles share one function for each resource. */
  async role({ dataScope, grants, orgs = [], status = '正常' }: RolePlan): Promise<string> {
    const id = randomUUID();
    const name = this.#name('role');
    await this.#sql('INSERT INTO sys_role (id, role_name, role_code, role_status, data_scope) VALUES ($1, $2, $2, $3, $4)', [
      id,
      name,
      status,
      dataScope,
    ]);
    await this.#sql('INSERT INTO sys_role_org SELECT $1, unnest($2::uuid[])', [id, orgs]);
    for (const [resource, words] of Object.entries(grants))
      await this.#sql('INSERT INTO sys_role_function VALUES ($1, $2, $3)', [id, await this.functionOf(resource), words.join(',')]);
    return id;
  }

  /** The function for the grants on a resource. */
  functionOf(resource: string): Promise<string> {
    // Caches the promise: of two roles created at once, the second waits until the function exists.
    const made = this.#functions.get(resource) ?? this.#makeFunction(resource);
    this.#functions.set(resource, made);
    return made;
  }

  async #makeFunction(resource: string): Promise<string> {
    const id = randomUUID();
    await this.#sql(
      `INSERT INTO sys_function (id, function_name, root_path, function_component, function_permission, function_status)
        VALUES ($1, $2, '/test', $2 || '/list', 'read,add,edit,delete,import,export,restore,send', '正常')`,
      [id, resource],
    );
    return id;
  }

  /** Creates a person and returns their id; the account is `p` and a number. */
  async person(orgId: string | null, roles: readonly string[], status = '正常'): Promise<string> {
    const id = randomUUID();
    const account = this.#name('p');
    await this.#sql(
      'INSERT INTO sys_user (id, user_account, user_name, user_password, user_status, sys_org_id) VALUES ($1, $2, $2, $3, $4, $5)',
      [id, account, await this.#hash, status, orgId],
    );
    await this.#sql('INSERT INTO sys_user_role SELECT $1, unnest($2::uuid[])', [id, roles]);
    return id;
  }

  /** Creates a person like `person`, and signs them in. */
  async signedIn(orgId: string | null, roles: readonly string[]): Promise<Session> {
    const userId = await this.person(orgId, roles);
    return { userId, account: `p${this.#count}`, token: await this.openSession(userId), secretKey: '' };
  }

  /** Opens a session for a person without a password; returns its token. */
  async openSession(userId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#sql(
      `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account)
        SELECT gen_random_uuid(), $2, $3, id, user_account FROM sys_user WHERE id = $1`,
      [userId, createHash('sha256').update(token).digest(), randomBytes(32)],
    );
    return token;
  }

  #name(what: string): string {
    this.#count += 1;
    return `${what}${this.#count}`;
  }

  async #sql(text: string, values: unknown[]): Promise<void> {
    await this.#app.database.pool.query(text, values);
  }
}
