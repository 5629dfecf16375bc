import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';

/** What a sealed secret is for. */
export type SealPurpose = 'two-step' | 'session' | 'file' | 'webhook' | 'mail' | 'bot';

/**
 * Encrypts secrets stored in the database (AES-256-GCM). The key is derived from the database's own key and APP_SECRET:
 * with an APP_SECRET, a copy of the database alone decrypts nothing.
 */
export class SecretSeal {
  /** False without APP_SECRET: the database then contains everything needed to decrypt. */
  readonly isSecret: boolean;
  readonly #appSecret: string;
  readonly #purpose: string;
  #key: Promise<Buffer> | undefined;

  /** A secret sealed for one purpose does not open for another. */
  constructor(appSecret: string | undefined, purpose: SealPurpose) {
    this.isSecret = appSecret !== undefined;
    this.#appSecret = appSecret ?? '';
    this.#purpose = purpose;
  }

  /** `owner` is authenticated too: a secret moved to another row does not open. */
  async seal(db: Kysely<Tables>, owner: string, secret: Buffer): Promise<Buffer> {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', await this.#readKey(db), iv).setAAD(Buffer.from(owner));
    return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  /** Undefined for a secret sealed under another key, as after a change of APP_SECRET. */
  async open(db: Kysely<Tables>, owner: string, sealed: Buffer): Promise<Buffer | undefined> {
    // No value that this class sealed.
    if (sealed.length < 28) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', await this.#readKey(db), sealed.subarray(0, 12));
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-16));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    } catch {
      return undefined;
    }
  }

  #readKey(db: Kysely<Tables>): Promise<Buffer> {
    this.#key ??= this.#load(db).catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  async #load(db: Kysely<Tables>): Promise<Buffer> {
    const kept = await db.selectFrom('sys_secret').select('value').where('name', '=', 'two-step').executeTakeFirst();
    if (kept === undefined) throw new Error('The database has lost the key of the second factor');
    return Buffer.from(hkdfSync('sha256', kept.value, Buffer.from(this.#appSecret), this.#purpose, 32));
  }
}
