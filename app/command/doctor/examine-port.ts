import { createServer } from 'node:net';
import { recordIn } from '@back-office/contract/record-in.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { listenError } from '../../server/listen-error.ts';
import { fail, type Finding, ok } from './finding.ts';

/** Whether a start may listen at HOST and PORT. A running back-office there is probably the one being examined, and no problem. */
export async function examinePort(settings: Pick<Settings, 'host' | 'port'>): Promise<Finding> {
  const { host, port } = settings;
  const server = createServer();
  const listenFailure = await new Promise<NodeJS.ErrnoException | undefined>(
    (ends) => void server.once('error', ends).listen({ host, port }, () => ends(undefined)),
  );
  server.close();
  if (listenFailure === undefined) return ok('port', `${port} on ${host} is free`);
  return (await isOurs(settings))
    ? ok('port', `a back-office answers on ${port} of ${host}`)
    : fail('port', listenError(listenFailure, settings));
}

async function isOurs({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<boolean> {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${name}:${port}/api/config`, { signal: AbortSignal.timeout(2000) });
    return recordIn(await answer.json())['code'] === 20000;
  } catch {
    return false;
  }
}
