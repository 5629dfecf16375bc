import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { StartError } from '../start-error.ts';
import { explainConnectionError } from './explain-connection-error.ts';
import { openDatabase } from './open-database.ts';

const open = (url: string, timeZone = 'Asia/Shanghai') =>
  openDatabase({ url, dataDir: 'unused', timeZone, log: silentLog }).catch((error: unknown) => error as StartError);
const url = 'postgres://joe:s3cret%21@db.example:6543/shop';
const explain = (error: object) => explainConnectionError(error, url, 'Asia/Shanghai').message;

describe('an error while connecting', () => {
  it('is explained in one sentence that names the server and never the password', () => {
    const cases: [object, string][] = [
      [{ code: 'ENOTFOUND' }, 'The database server db.example:6543 cannot be reached (ENOTFOUND): start it, or correct DATABASE_URL.'],
      [{ code: '57P03' }, 'The database server db.example:6543 cannot be reached (57P03): start it, or correct DATABASE_URL.'],
      [{ code: '28P01' }, 'The database server db.example:6543 refused the user "joe": correct the user or the password in DATABASE_URL.'],
      [{ code: '3D000' }, 'The database "shop" does not exist on db.example:6543: create it, or correct DATABASE_URL.'],
      [{ code: '53300' }, 'The database server db.example:6543 has no connection left: raise its max_connections.'],
      [
        { message: 'Connection terminated unexpectedly' },
        'The database server db.example:6543 cannot be reached (it ended the connection): start it, or correct DATABASE_URL.',
      ],
      [
        { code: 'ENOENT', syscall: 'connect', path: '/run/postgresql/.s.PGSQL.5432' },
        'The database server db.example:6543 cannot be reached (ENOENT): start it, or correct DATABASE_URL.',
      ],
      [
        { code: '28000', message: 'no pg_hba.conf entry for host "10.0.0.9", user "joe", database "shop", no encryption' },
        'The database server db.example:6543 refused the user "joe" from this machine (no pg_hba.conf entry for host "10.0.0.9", user "joe", ' +
          'database "shop", no encryption): allow it in pg_hba.conf there, or add sslmode=verify-full to DATABASE_URL if it takes only TLS.',
      ],
      [
        { code: '28000', message: 'connection requires a valid client certificate' },
        'The database server db.example:6543 refused the user "joe", who must show a certificate: name it by sslcert and sslkey in DATABASE_URL.',
      ],
      [
        { code: 'CERT_HAS_EXPIRED', message: 'certificate has expired' },
        'The connection to the database server db.example:6543 is not trusted (CERT_HAS_EXPIRED): renew its certificate, and see that the clocks are right.',
      ],
      [{ message: 'no s3cret! today' }, 'The database "shop" on db.example:6543 cannot be used: no … today.'],
    ];
    for (const [error, sentence] of cases) expect(explain(error)).toBe(sentence);
  });
});

describe('openDatabase', () => {
  it('reports that nothing is listening', async () => {
    const error = await open('postgres://joe:s3cret@127.0.0.1:9/shop');
    expect(error).toBeInstanceOf(StartError);
    expect(error).toHaveProperty('message', expect.stringMatching(/127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/));
  });

  it('gives up on a server that never answers', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    expect(await open(`postgres://joe@127.0.0.1:${port}/shop`)).toHaveProperty(
      'message',
      expect.stringContaining('cannot be reached (timeout)'),
    );
    server.close();
  });

  it.each(['not a url', 'mysql://joe@127.0.0.1/shop', 'postgres://'])('reports that %s is not a usable address', async (wrong) => {
    expect(await open(wrong)).toHaveProperty('message', expect.stringMatching(/^DATABASE_URL is not|cannot be|does not exist|refused/));
  });

  const serverUrl = process.env.TEST_DATABASE_URL;
  it.skipIf(!serverUrl)('names a database, user or time zone that the server does not know', async () => {
    const missing = new URL(serverUrl ?? url);
    missing.pathname = '/no_such_database';
    expect(await open(missing.href)).toHaveProperty('message', expect.stringContaining('The database "no_such_database" does not exist'));
    const stranger = new URL(serverUrl ?? url);
    stranger.username = 'no_such_user';
    expect(await open(stranger.href)).toHaveProperty('message', expect.stringContaining('refused the user "no_such_user"'));
    expect(await open(serverUrl ?? url, 'Mars/Olympus')).toHaveProperty('message', expect.stringContaining('"Mars/Olympus" (TZ)'));
  });
});
