import type { Settings } from '@back-office/server/platform/settings.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';

/** Why it is impossible to listen at HOST and PORT, as a sentence if the operator can fix it. */
export function listenError(error: NodeJS.ErrnoException, { host, port }: Pick<Settings, 'host' | 'port'>): Error {
  if (error.code === 'EADDRINUSE') return new StartError(`PORT ${port} on ${host} is in use by another process.`);
  if (error.code === 'EACCES') return new StartError(`PORT ${port} on ${host} may not be used by this user.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return new StartError(`HOST ${host} is no address of this machine.`);
  return error;
}
