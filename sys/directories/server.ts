import type { ServerFeature, Services } from '@back-office/server/office/server-feature.ts';
import { keysRestoreNone } from '../shared/server/keys-restore-none.ts';
import { directoryPart } from './server/directory-part.ts';
import type { DirectoryParts } from './server/parts.ts';
import { directoryJobs } from './server/sync-directory.ts';

/** People and departments of directories, as many as features bring. */
export const directoriesServer: ServerFeature = {
  name: 'directories',
  parts: (services) => ({ 'sys/directory': directoryPart(partsOf(services)) }),
  wrap: { 'sys/directory': keysRestoreNone('目录同步') },
  jobs: (services) => directoryJobs(partsOf(services)),
};

function partsOf(services: Services): DirectoryParts {
  const { db, contextFor, operationsOf, log, features } = services;
  const all = features.flatMap(({ directories }) => directories?.(services) ?? []);
  return { db, contextFor, operationsOf, log, directoryOf: (id) => all.find((one) => one.id === id) };
}
