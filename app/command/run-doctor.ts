import { join } from 'node:path';
import { readSettings, type Settings } from '@back-office/server/platform/settings.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { loadOffice, withFiles } from '../loading/load-office.ts';
import { checkout, type OfficePlace } from '../loading/office-place.mjs';
import { examineBackups } from './doctor/examine-backups.ts';
import { examineFolders } from './doctor/examine-folders.ts';
import { examineMachine } from './doctor/examine-machine.ts';
import { examinePages } from './doctor/examine-pages.ts';
import { examinePort } from './doctor/examine-port.ts';
import { fail, type Finding, ok, warn } from './doctor/finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reports line by line what a start would find, and changes nothing. Returns 1 if a start would be refused, otherwise 0. */
export async function runDoctor(environment: Environment): Promise<number> {
  let failed = false;
  for await (const { level, what, text } of examine(environment)) {
    failed ||= level === 'fail';
    process.stdout.write(
      `${(level === 'fail' ? 'FAIL' : level).padEnd(5)} ${what.padEnd(13)} ${text.replaceAll('\n', `\n${' '.repeat(20)}`)}\n`,
    );
  }
  return failed ? 1 : 0;
}

async function* examine(environment: Environment): AsyncGenerator<Finding> {
  yield* examineMachine();
  let settings: Settings;
  try {
    settings = readSettings(environment);
    yield ok('settings', 'each is what it may be');
  } catch (error) {
    yield fail('settings', error);
    return;
  }
  if (settings.appSecret === undefined)
    yield warn(
      'APP_SECRET',
      'not set: set it to 16 characters or more, the same on every node, so that a copy of the database opens no secrets',
    );
  let place: OfficePlace | undefined;
  try {
    place = await loadOffice(environment['OFFICE']);
    yield place === undefined ? ok('office', 'the product alone (OFFICE is not set)') : ok('office', place.folder);
  } catch (error) {
    yield fail('office', error);
    return;
  }
  for await (const finding of examineRest(environment, settings, place))
    yield place !== undefined && finding.level === 'fail' ? await withFileNames(finding, place) : finding;
}

/** Errors of a start in a company's modules name their files (app/server/main.ts). */
const withFileNames = async ({ what, text }: Finding, place: OfficePlace): Promise<Finding> =>
  fail(what, await withFiles(new StartError(text), place));

async function* examineRest(environment: Environment, settings: Settings, place: OfficePlace | undefined): AsyncGenerator<Finding> {
  // Imported only now: their imports need the office.
  const { examineSettings } = await import('./doctor/examine-settings.ts');
  const moduleSettings = yield* examineSettings(environment);
  const webRoot = place?.dist ?? join(checkout, 'app/web/dist');
  yield* examineFolders(settings, webRoot);
  yield* await examineBackups(settings);
  yield await examinePort(settings);
  if (place !== undefined) yield await examinePages(place);
  if (moduleSettings === undefined) return;
  const { examineServer } = await import('./doctor/examine-server.ts');
  const server = await examineServer(settings, { environment, moduleSettings, webRoot });
  yield* server;
  if (server.some(({ level }) => level === 'fail')) return;
  const { examineDatabase } = await import('./doctor/examine-database.ts');
  yield* examineDatabase(settings);
}
