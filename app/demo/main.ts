import { join, resolve } from 'node:path';
import { readSettings, type Settings } from '@back-office/server/platform/settings.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { requireOwnDataDir } from '../backup/check-data-dir.ts';
import { loadOffice } from '../loading/load-office.ts';
import { demoAccounts, demoPassword } from './accounts.ts';
import { clear, mark, stateOf } from './demo-folder.ts';

/* `npm run demo`: an example company in a folder of its own. `--reset` recreates it; `--make` only creates it. */
try {
  const flags = new Set(process.argv.slice(2));
  const unknown = [...flags].find((flag) => flag !== '--reset' && flag !== '--make');
  if (unknown !== undefined)
    throw new StartError(`${unknown} is unknown: the demo takes --reset, to be made anew, and --make, to be made and not served.`);
  const environment = demoEnvironment();
  const settings = readSettings(environment);
  requireOwnDataDir(settings.dataDir);
  process.env['TZ'] = settings.timeZone;
  const place = await loadOffice(process.env['OFFICE']);
  if (flags.has('--reset')) clear(settings.dataDir);
  await prepare(settings);
  if (!flags.has('--make')) {
    const { start } = await import('../server/start.ts');
    printAccounts();
    await start(settings, { environment, webRoot: place?.dist ?? join(import.meta.dirname, '../web/dist') });
  }
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

/** The environment for a demo's settings. Throws a StartError in production, and for a database that is not the demo's own. */
function demoEnvironment(): Readonly<Record<string, string | undefined>> {
  if (process.env['NODE_ENV'] === 'production')
    throw new StartError('The demo does not start with NODE_ENV=production: its passwords are known to everybody.');
  for (const name of ['DATABASE_URL', 'S3_ENDPOINT', 'DATA_DIR'])
    if ((process.env[name] ?? '') !== '')
      throw new StartError(`The demo has a database and files of its own, in the folder DEMO_DIR (./demo-data): take ${name} away.`);
  const dataDir = resolve(process.env['DEMO_DIR'] || './demo-data');
  return { ROUTER_MODE: 'remote', APP_TITLE: '岚山集团管理后台', LOG_LEVEL: 'error', ...process.env, DATA_DIR: dataDir };
}

async function prepare(settings: Settings): Promise<void> {
  const state = stateOf(settings.dataDir);
  if (state === 'whole') return;
  if (state === 'unfinished') clear(settings.dataDir);
  const began = performance.now();
  process.stdout.write(`Making the demo in ${settings.dataDir}, which takes less than a minute.\n`);
  mark(settings.dataDir, false);
  const { makeDemo } = await import('./make-demo.ts');
  await makeDemo(settings, process.env);
  mark(settings.dataDir, true);
  process.stdout.write(`The demo is made (${((performance.now() - began) / 1000).toFixed(0)} s).\n`);
}

function printAccounts(): void {
  const rows = [['admin', '管理员', '全部权限'], ...demoAccounts.map(({ account, name, says }) => [account, name, says])];
  process.stdout.write(
    `Accounts, all with the password ${demoPassword}:\n${rows.map(([account = '', name, says]) => `  ${account.padEnd(12)} ${name}  ${says}`).join('\n')}\n`,
  );
}
