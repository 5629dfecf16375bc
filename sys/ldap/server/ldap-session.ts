import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type * as ldapts from 'ldapts';
import { WayRefusal } from '@back-office/server/identity/sign-in/sign-in-way.ts';
import type { LdapSettings } from './ldap-settings.ts';

/** Milliseconds that a connection, and each question on it, may take: a node that stops waits 12 s for a sign-in by a directory that is silent. */
const connectTimeout = 5_000;
const timeout = 8_000;

/** The library and a connection that is open for one question, or for all of one synchronisation. */
export interface LdapSession {
  readonly lib: typeof ldapts;
  readonly client: ldapts.Client;
}

/**
 * Works on a connection of its own, encrypted as it is set, and closes it whatever came of it: a connection that the library
 * opened anew by itself would have lost StartTLS. What the directory answers is thrown as it is, with its code; that it does not answer
 * is a `WayRefusal`.
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
    // Named for ldap:// too they would have the library begin with TLS.
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

/** Works as the account that is set for reading. That it is refused is the operator's to mend, and nobody's wrong password. */
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
