import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { DatabaseSocket } from './database-socket.ts';

/** The parameters of an address that name files, which `pg` reads for each connection anew. */
const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'];

/**
 * What a connection to this address is made with. `pg` reads the certificates in its constructor, and throws where a pool or
 * a timer calls it: that would end the process. A connection to an address with a file that cannot be read fails by that error instead.
 */
export function connectionTo(url: string): Pick<pg.ClientConfig, 'connectionString' | 'stream'> {
  const failure = fileFailure(url);
  if (failure === undefined) return { connectionString: url };
  const bare = new URL(url);
  bare.search = '';
  return { connectionString: bare.href, stream: () => new FailingSocket(failure) };
}

/** Why a file that the address names cannot be read, with its path; undefined if all can. */
export function fileFailure(url: string): (Error & { readonly path: string }) | undefined {
  if (!URL.canParse(url)) return undefined;
  const { searchParams } = new URL(url);
  // As `pg` reads them: the last of a name, and none that is empty.
  for (const path of fileParameters.flatMap((name) => searchParams.getAll(name).at(-1) || [])) {
    try {
      readFileSync(path);
    } catch (error) {
      // A folder is opened, and its error names none.
      return Object.assign(error instanceof Error ? error : new Error(String(error)), { path });
    }
  }
  return undefined;
}

class FailingSocket extends DatabaseSocket {
  readonly #failure: Error;

  constructor(failure: Error) {
    super();
    this.#failure = failure;
  }

  override connect(): this {
    return this.destroy(this.#failure);
  }
}
