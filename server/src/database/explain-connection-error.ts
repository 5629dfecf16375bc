import { StartError } from '../start-error.ts';

/**
 * Turns what `pg` threw while connecting into the sentence for the operator: which server, which
 * database, which user, what to do; never the password. `url` is absent for the embedded database.
 */
export function explainConnectionError(error: unknown, url: string | undefined, timeZone: string): StartError {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  return new StartError(sentence(code, message, url, timeZone), { cause: error });
}

function sentence(code: string, message: string, url: string | undefined, timeZone: string): string {
  if (code === '22023') return `The time zone "${timeZone}" (TZ) is not known to the database.`;
  if (url === undefined) return `The embedded database cannot be used: ${message}.`;
  const target = targetOf(url);
  if (!target) return 'DATABASE_URL is not an address of a PostgreSQL database, such as postgres://user:password@host:5432/name.';
  const { place, user, database, password } = target;
  if (code === '3D000') return `The database "${database}" does not exist on ${place}: create it, or correct DATABASE_URL.`;
  if (code.startsWith('28'))
    return `The database server ${place} refused the user "${user}": correct the user or the password in DATABASE_URL.`;
  if (code === '53300') return `The database server ${place} has no connection left: raise its max_connections.`;
  if (/^(E[A-Z]|57P)/.test(code) || /timeout/.test(message)) {
    return `The database server ${place} cannot be reached (${code || 'timeout'}): start it, or correct DATABASE_URL.`;
  }
  const said = password ? message.replaceAll(password, '…') : message;
  return `The database "${database}" on ${place} cannot be used: ${said}.`;
}

function targetOf(url: string) {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') return undefined;
  const host = hostname || searchParams.get('host') || 'localhost';
  return {
    place: `${host}:${port || '5432'}`,
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
    password: decodeURIComponent(password),
  };
}
