import type { MailServer } from '@back-office/server/testing/open-mail-server.ts';
import { openMailServer } from '@back-office/server/testing/open-mail-server.ts';
import { runJob } from './run-job.ts';
import { openTestApp, type Session, type TestApp, type TestAppParts } from './test-app.ts';

type Grants = Parameters<TestApp['userWith']>[0];
type Person = Session & { readonly address: string };

/** An application whose mail goes to a real server on this machine. */
export interface MailApp {
  readonly app: TestApp;
  readonly server: MailServer;
  readonly admin: string;
  /** Somebody with an unconfirmed address of their own. */
  person(grants?: Grants): Promise<Person>;
  /** Somebody with a confirmed address. */
  confirmed(grants?: Grants): Promise<Person>;
  /** Sends the due mails; returns the recipient and subject of every mail sent. */
  mailed(): Promise<[to: string, subject: string][]>;
  /** Forgets all mails. */
  clear(): Promise<void>;
  drop(): Promise<void>;
}

/** Opens it. */
export async function openMailApp(parts: TestAppParts = {}): Promise<MailApp> {
  const server = await openMailServer();
  const app = await openTestApp({ mail: server.settings, ...parts });
  const { pool } = app.database;
  let count = 0;
  const person: MailApp['person'] = async (grants = {}) => {
    const session = await app.userWith(grants);
    const address = `person-${(count += 1)}@example.com`;
    await pool.query('UPDATE sys_user SET user_email = $2 WHERE id = $1', [session.userId, address]);
    return { ...session, address };
  };
  return {
    app,
    server,
    admin: await app.admin(),
    person,
    confirmed: async (grants) => {
      const newPerson = await person(grants);
      await pool.query('INSERT INTO sys_mail_address (sys_user_id, address, confirm_time) VALUES ($1, $2, now())', [
        newPerson.userId,
        newPerson.address,
      ]);
      return newPerson;
    },
    mailed: async () => {
      await runJob(app, 'send-mail');
      return server.taken.map(({ to, headers }) => [to[0] ?? '', headers['subject'] ?? '']);
    },
    clear: async () => {
      server.taken.length = 0;
      server.next.length = 0;
      await pool.query(`DELETE FROM sys_mail; DELETE FROM sys_job WHERE kind LIKE 'mail-notice%'`);
    },
    drop: async () => {
      await app.drop();
      await server.close();
    },
  };
}
