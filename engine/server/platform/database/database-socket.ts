import { lookup } from 'node:dns';
import { type LookupFunction, Socket } from 'node:net';

/** How long the system may take to look up a name whose previous address is known, in milliseconds. */
const lookupTimeoutMs = 500;

/**
 * Looks up names, and returns the previous address if the name server is silent or fails. The system looks up two names
 * at a time: otherwise the lookup of the database, even if it is in /etc/hosts, would wait behind those of a directory
 * and of a mail server whose name server hangs, and nobody would get a new connection.
 */
export function rememberingLookup(resolve: LookupFunction = lookup): LookupFunction {
  const known = new Map<string, Answer>();
  return (name, options, done) => {
    const key = JSON.stringify([name, options]);
    const before = known.get(key);
    let isAnswered = false;
    const finish = (...answer: Parameters<typeof done>): void => {
      clearTimeout(late);
      if (!isAnswered) done(...answer);
      isAnswered = true;
    };
    const late = setTimeout(() => before && finish(null, ...before), lookupTimeoutMs);
    resolve(name, options, (error, ...answer) => {
      if (error === null) known.set(key, answer);
      // "No such name" is a valid answer; a temporary failure is not.
      if (error?.code === 'EAI_AGAIN' && before !== undefined) finish(null, ...before);
      else finish(error, ...answer);
    });
  };
}

type Answer = Parameters<Parameters<LookupFunction>[2]> extends [unknown, ...infer Rest] ? Rest : never;

const remembered = rememberingLookup();

/** The socket of a connection to the database. */
export class DatabaseSocket extends Socket {
  /** Takes port and host, or the path of a Unix socket, as `pg` calls it. */
  override connect(portOrPath: unknown, host?: unknown): this {
    if (typeof portOrPath !== 'number' || typeof host !== 'string') return super.connect(String(portOrPath));
    return super.connect({ port: portOrPath, host, lookup: remembered });
  }
}
