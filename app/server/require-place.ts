import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { lockFolder } from '@back-office/server/platform/database/lock-folder.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { listenError } from './listen-error.ts';

/*
 * `require-place.ts`: says before a build what a start would say after it: a wrong setting, a DATA_DIR that another server uses, a port in
 * use. Ends with 1 and the sentence, and changes nothing.
 */
try {
  const settings = readSettings(process.env);
  const { host, port, dataDir, databaseUrl } = settings;
  if (databaseUrl === undefined && existsSync(dataDir)) lockFolder(dataDir).release();
  const server = createServer().listen({ host, port });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, settings);
  });
  server.close();
} catch (error) {
  // What only we can mend, the start says.
  if (!(error instanceof StartError)) process.exit(0);
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
