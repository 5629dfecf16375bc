import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type * as ldapts from 'ldapts';
import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import type { LdapSettings } from './ldap-settings.ts';

/** Timeouts of a connection and of each request, in milliseconds: a node that stops waits 12 s for a sign-in by a directory that does not answer. */
const connectTimeout = 5_000;
const timeout = 8_000;

/** The library and an open connection, for one request or for a whole synchronisation. */
export interface LdapSession {
  readonly lib: typeof ldapts;
  readonly client: ldapts.Client;
}

/**
 * Runs `work` on a new connection, encrypted as configured, and always closes it: a connection that the library reopens by itself would lack
 * StartTLS. Error results of the directory are rethrown unchanged, with their code; if it does not answer, a `WayRefusal` is thrown.
 */
export async function withLdap<Answer>(settings: LdapSettings, work: (session: LdapSession) => Promise<Answer>): Promise<Answer> {
  const lib = await import('ldapts');
  const { url, startTls, ca } = settings;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const tls: ConnectionOptions = { host, ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca === undefined ? {} : { ca }) };
  const client = new lib.Client({
    url: url.href,
    timeout,
    connectTimeout,
    // With tlsOptions, the library would start TLS for ldap:// too.
    ...(url.protocol === 'ldaps:' ? { tlsOptions: tls } : {}),
  });
  try {
    if (startTls) await client.startTLS(tls);
    return await work({ lib, client });
  } catch (error) {
    throw error instanceof lib.ResultCodeError || error instanceof WayRefusal ? error : new WayRefusal('unavailable', error);
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

/** Runs `work` as the configured service account. If that account is refused, the operator must fix it: it is not a wrong password. */
export function readAsService<Answer>(settings: LdapSettings, work: (session: LdapSession) => Promise<Answer>): Promise<Answer> {
  return withLdap(settings, async (session) => {
    try {
      await session.client.bind(settings.bindDn, settings.bindPassword);
      return await work(session);
    } catch (error) {
      throw error instanceof WayRefusal ? error : new WayRefusal('unavailable', error);
    }
  });
}
