import { StartError } from '../start-error.ts';
import { hostsOf } from '../hosts-of.ts';
import { NoPrimary } from './primary.ts';

interface ConnectionError {
  readonly code: string;
  readonly message: string;
  /** Of a file system error: the call, and its file. */
  readonly syscall: string;
  readonly path: string;
  /** Of a certificate that was refused. */
  readonly cert: { readonly subjectaltname?: string };
}

interface Target {
  readonly place: string;
  readonly user: string;
  readonly database: string;
  readonly password: string;
  readonly parameters: URLSearchParams;
}

/**
 * Turns an error that `pg` threw while connecting into a sentence for the operator: which server, which database, which
 * user, what to do; never the password. `url` is absent for the embedded database.
 */
export function explainConnectionError(error: unknown, url: string | undefined, timeZone: string): StartError {
  return new StartError(sentence(partsOf(error), url, timeZone), { cause: error });
}

/** Whether nothing answers there yet: the server may only be starting, or restarting. */
export function isUnreachable(error: unknown): boolean {
  const failure = partsOf(error);
  return isSilent(failure) || failure.code === '53300';
}

function partsOf(error: unknown): ConnectionError {
  // With several addresses for a name, each has failed.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code = '', message = String(error), syscall = '', path = '', cert = {} } = first as Partial<ConnectionError>;
  return { code, message, syscall, path, cert };
}

const isSilent = (failure: ConnectionError): boolean =>
  !isFile(failure) &&
  tlsError(failure) === '' &&
  (/^(E[A-Z]|57P|08)/.test(failure.code) || /timeout|^Connection terminated/.test(failure.message));

/** A file that DATABASE_URL names, as opposed to the socket of a server on this machine. */
const isFile = ({ syscall, path }: ConnectionError): boolean => path !== '' && (syscall === 'open' || syscall === 'read');

function sentence(failure: ConnectionError, url: string | undefined, timeZone: string): string {
  const { code, message } = failure;
  if (code === '22023') return `The time zone "${timeZone}" (TZ) is not known to the database.`;
  if (url === undefined) return `The embedded database cannot be used: ${message}.`;
  const target = targetOf(url);
  if (!target) return 'DATABASE_URL is not an address of a PostgreSQL database, such as postgres://user:password@host:5432/name.';
  const { place, database, password } = target;
  if (code === NoPrimary.code) return `None of the database servers at ${place} is a primary: promote one (SELECT pg_promote()).`;
  if (isFile(failure)) return unreadable(failure, target);
  if (code === '3D000') return `The database "${database}" does not exist on ${place}: create it, or correct DATABASE_URL.`;
  if (code.startsWith('28')) return refusedUser(failure, target);
  if (code === '53300') return `The database server ${place} has no connection left: raise its max_connections.`;
  const cure = tlsError(failure);
  if (cure !== '') return `The connection to the database server ${place} is not trusted (${code || message}): ${cure}.`;
  if (isSilent(failure))
    return `The database server ${place} cannot be reached (${code || (/timeout/.test(message) ? 'timeout' : 'it ended the connection')}): start it, or correct DATABASE_URL.`;
  const redacted = password ? message.replaceAll(password, '…') : message;
  return `The database "${database}" on ${place} cannot be used: ${redacted}.`;
}

function unreadable({ code, path }: ConnectionError, { parameters }: Target): string {
  const [name = 'a parameter'] = [...parameters].find(([, value]) => value === path) ?? [];
  return `The file ${path} (${name} in DATABASE_URL) cannot be read (${code}): put it there, readable by this user, or correct DATABASE_URL.`;
}

function refusedUser({ message }: ConnectionError, { place, user, parameters }: Target): string {
  const refused = `The database server ${place} refused the user "${user}"`;
  if (/client certificate/.test(message)) return `${refused}, who must show a certificate: name it by sslcert and sslkey in DATABASE_URL.`;
  if (!/pg_hba/.test(message)) return `${refused}: correct the user or the password in DATABASE_URL.`;
  const tls = parameters.has('sslmode') ? '' : ', or add sslmode=verify-full to DATABASE_URL if it takes only TLS';
  return `${refused} from this machine (${message}): allow it in pg_hba.conf there${tls}.`;
}

/** How to fix a TLS problem; '' for any other problem. */
function tlsError({ code, message, cert }: ConnectionError): string {
  if (/does not support SSL/.test(message)) return 'set ssl = on for that server, or take sslmode out of DATABASE_URL';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `its certificate is for another name (${cert.subjectaltname ?? message}); name the server so in DATABASE_URL, or give it a certificate of this name`;
  }
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) return 'renew its certificate, and see that the clocks are right';
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|^CERT_/.test(code)) {
    return 'nobody who is trusted here has signed its certificate; name the file of who did by sslrootcert in DATABASE_URL';
  }
  if (/^ERR_(OSSL|SSL|TLS)|^EPROTO$/.test(code)) return `${message}; see that sslrootcert, sslcert and sslkey name files in PEM`;
  return '';
}

function targetOf(url: string): Target | undefined {
  const urls = hostsOf(url);
  const [first = ''] = urls;
  if (!urls.every((each) => URL.canParse(each))) return undefined;
  const { protocol, username, password, pathname, searchParams } = new URL(first);
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') return undefined;
  const placeOf = ({ hostname, port }: URL): string => `${hostname || searchParams.get('host') || 'localhost'}:${port || '5432'}`;
  return {
    place: urls.map((each) => placeOf(new URL(each))).join(' or '),
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
    password: decodeURIComponent(password),
    parameters: searchParams,
  };
}
