import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import { fileKeyName } from '../identity/two-factor/seal-keys.ts';
import { SecretSeal } from '../identity/secret-seal.ts';

/** What a path opens: the file for display or for download, or its thumbnail. */
export type PathPurpose = 'inline' | 'attachment' | 'thumbnail';

/** The content of a valid signed path. */
export interface SignedPath {
  readonly sessionId: string;
  readonly opens: PathPurpose;
}

const letters: Readonly<Record<string, PathPurpose>> = { i: 'inline', a: 'attachment', t: 'thumbnail' };
const bucketMs = 10 * 60_000;
const lifeMs = 30 * 60_000;
/** A video is played, paused and resumed under the same path. */
const playLifeMs = 6 * 3600_000;

/**
 * Signs the paths by which browsers fetch files without the authorization header (docs/hardening.md (d)). A path ends with its session, so a copied
 * path is of no use to anybody else.
 */
export class PathSigner {
  readonly #db: Kysely<Tables>;
  readonly #seal: SecretSeal;
  #key: Promise<Buffer> | undefined;

  constructor(db: Kysely<Tables>, appSecret: string | undefined) {
    this.#db = db;
    this.#seal = new SecretSeal(appSecret, 'file');
  }

  /** Signs a path for the session. It is the same for ten minutes, so that browsers can cache the file. */
  async sign(
    file: { id: string; fileName: string; plays: boolean },
    { sessionId, opens, now }: SignedPath & { now: Date },
  ): Promise<string> {
    const end = Math.ceil(now.getTime() / bucketMs) * bucketMs + (file.plays ? playLifeMs : lifeMs);
    const [e, d] = [String(end / 1000), opens.slice(0, 1)];
    const signature = hmac(await this.#readKey(), file.id, e, sessionId, d).toString('base64url');
    return `/files/${file.id}/${encodeURIComponent(file.fileName)}?e=${e}&u=${sessionId}&d=${d}&s=${signature}`;
  }

  /** Reads the query of a signed path; undefined when the path was not signed here, was changed or has expired. */
  async read(fileId: string, query: Readonly<Record<string, unknown>>, now: Date): Promise<SignedPath | undefined> {
    const { e, u, d, s } = query;
    const texts = [e, u, d, s];
    if (Object.keys(query).length !== 4 || !texts.every((text) => typeof text === 'string' && text.length < 100)) return undefined;
    const opens = letters[String(d)];
    const signature = Buffer.from(String(s), 'base64url');
    const expected = hmac(await this.#readKey(), fileId, String(e), String(u), String(d));
    // Two base64url texts may decode to the same bytes; only the one that was signed is accepted.
    if (signature.toString('base64url') !== s || signature.length !== expected.length || !timingSafeEqual(signature, expected))
      return undefined;
    if (opens === undefined || Number(e) * 1000 <= now.getTime()) return undefined;
    return { sessionId: String(u), opens };
  }

  #readKey(): Promise<Buffer> {
    this.#key ??= this.#load().catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  async #load(): Promise<Buffer> {
    const row = await this.#db.selectFrom('sys_secret').select(['value', 'sealed']).where('name', '=', fileKeyName).executeTakeFirst();
    if (row === undefined) throw new Error('The database has lost the key of signed paths');
    const key = row.sealed ? await this.#seal.open(this.#db, fileKeyName, row.value) : row.value;
    if (key === undefined) throw new Error('The key of signed paths was sealed under another APP_SECRET');
    return key;
  }
}

const hmac = (key: Buffer, ...words: string[]): Buffer =>
  createHmac('sha256', key)
    .update(['f1', ...words].join('|'))
    .digest();
