import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { userStatuses } from '@back-office/contract/status.ts';
import { sealedColumns } from '@back-office/server/office/office-features.ts';
import { prepareDatabase } from '@back-office/server/office/prepare-database.ts';
import { hashPassword } from '@back-office/server/identity/passwords/password.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { checkAppSecret } from '@back-office/server/identity/two-factor/check-app-secret.ts';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { type ModuleSettings, readModuleSettings, withoutSecrets } from '@back-office/server/platform/module-settings.ts';
import { readSettings, type Settings } from '@back-office/server/platform/settings.ts';
import { openUncheckedStorage, openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import { restore } from '../backup/restore.ts';
import { totalOf } from '../backup/tally.ts';
import { trySignIn } from '../demo/demo-client.ts';
import { office } from '../office.ts';
import { createApp } from '../server/app.ts';
import { modules } from '../server/modules.ts';
import { drawPages } from './draw-pages.ts';
import { openPages } from './open-pages.ts';

const log = pino({ level: 'error' }, pino.destination(2));
/** In the place of what the company has stored: the account that looks at every page has neither a second factor nor an old password. */
const duties = { TWO_STEP: 'optional', PASSWORD_DAYS: '0' };
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The settings that a copy of the data needs: nothing that points to the real database, to stored files or to people's telephones. */
const copiedSettings = ['TZ', 'APP_SECRET'];

type Environment = Readonly<Record<string, string | undefined>>;

interface Place {
  /** The environment for the settings of modules: they are checked, and secret ones are left out. */
  readonly environment: Environment;
  /** The built browser part. */
  readonly webRoot: string;
}

/** The settings of a rehearsal, in the given DATA_DIR. */
export function rehearsalSettings(environment: Environment): Settings {
  const kept = copiedSettings.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]]));
  return readSettings({ ...Object.fromEntries(kept), DATA_DIR: environment['DATA_DIR'] });
}

/**
 * Starts this version on a copy of a company's data: restores the backup into an embedded database in DATA_DIR,
 * migrates it, compares it with the declarations, and opens every page, list, record and form as admin, over HTTP and,
 * if available, in Chromium. Reports in Chinese what it did. Throws the error of a start, or of a page.
 */
export async function rehearse(settings: Settings, { environment, webRoot }: Place, backup?: string): Promise<void> {
  const moduleSettings = withoutSecrets(readModuleSettings(modules, environment));
  const database = await openDatabase({ url: undefined, dataDir: settings.dataDir, timeZone: settings.timeZone, log });
  try {
    if (backup !== undefined) await restoreInto(database, settings, backup);
    const migrated = await migrate(database, { log, modules });
    say(`迁移：${migrated.length === 0 ? '没有' : backup === undefined ? `${migrated.length} 个` : migrated.join('、')}`);
    await prepareDatabase(database, { log, office, modules });
    say('声明与数据库一致');
    await serve(database, settings, { webRoot, moduleSettings, chromium: environment['CHROMIUM_PATH'] ?? '' });
  } finally {
    await database.close();
  }
}

async function restoreInto(database: Database, settings: Settings, file: string): Promise<void> {
  const { tables, objects } = await restore({ database, storage: await openUncheckedStorage(settings) }, file);
  say(`恢复：${totalOf(tables)} 行，${totalOf(objects)} 个文件，逐一比对`);
}

interface Serving {
  readonly webRoot: string;
  readonly moduleSettings: ModuleSettings;
  /** The path of Chromium; empty if there is none. */
  readonly chromium: string;
}

async function serve(database: Database, settings: Settings, { webRoot, moduleSettings, chromium }: Serving): Promise<void> {
  await checkAppSecret(database.db, settings, sealedColumns(modules));
  const storage = await openStorage(settings, database.db);
  const { account, password } = await takeOverAdmin(database);
  const app = await createApp({ database, storage, settings, moduleSettings, log, environment: duties, clock: () => new Date(), webRoot });
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const { code, message, data } = await trySignIn(app, account, password);
    if (data?.credentials === undefined) throw new Error(`${account} was not signed in: ${code} ${message}`);
    const { pages, lists, records, forms } = await openPages(office, address, data.credentials.accessToken);
    say(`打开：${pages.length} 个页面，${lists} 个列表，${records} 条记录`);
    const drawn = await drawPages({ chromium, address, answer: data, paths: companyFirst([...pages, ...forms]) });
    say(
      typeof drawn === 'number'
        ? `在 Chromium 里画出：${pages.length} 个页面，${forms.length} 个查看、编辑和新增`
        : `没有在浏览器里打开：${drawn}`,
    );
  } finally {
    await app.close();
  }
}

/** The company's own pages before the product's: they are what an upgrade breaks, and drawing stops at the first that is broken. */
function companyFirst(paths: readonly string[]): string[] {
  const isOwn = (path: string): boolean => modules.some(({ name }) => name !== 'sys' && path.startsWith(`/${name}/`));
  return [...paths.filter(isOwn), ...paths.filter((path) => !isOwn(path))];
}

/** Sets a known password for admin in the copy. That also requires changing it at sign-in, which the second update clears. */
async function takeOverAdmin({ db }: Database): Promise<{ account: string; password: string }> {
  const password = randomBytes(18).toString('base64url');
  const admin = db.updateTable('sys_user').where('id', '=', systemIds.adminUser);
  await admin.set({ userPassword: await hashPassword(password), userStatus: userStatuses.enabled }).execute();
  const { userAccount } = await admin
    .set({ passwordOnce: false, passwordGiven: false, passwordGiver: null, twoStep: '否', twoStepRequired: '否' })
    .returning('userAccount')
    .executeTakeFirstOrThrow();
  return { account: userAccount, password };
}
