import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './start-server.ts';

const [folderName, passwordName] = ['JOURNEY_DATA', 'JOURNEY_ADMIN_PASSWORD'];

/** Playwright's global set-up: starts a server once to create the data with which every worker's server begins. */
export default async function prepareFreshData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'journey-fresh-'));
  const server = await startServer(folder, {});
  await server.stop();
  // Workers are separate processes: only environment variables reach them.
  process.env[folderName] = folder;
  process.env[passwordName] = server.adminPassword;
  return () => rm(folder, { recursive: true, force: true });
}

/** Copies it into the empty folder; returns the password of admin in it. */
export async function copyFreshData(into: string): Promise<string> {
  const [folder, password] = [process.env[folderName], process.env[passwordName]];
  if (folder === undefined || password === undefined) throw new Error('Playwright has not run its global set-up.');
  await cp(folder, into, { recursive: true });
  return password;
}
