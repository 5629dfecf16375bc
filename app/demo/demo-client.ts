import { createCipheriv, createHash } from 'node:crypto';
import type { FileRecord } from '@back-office/contract/calls/file.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { dayOf, loginCipher } from '@back-office/contract/cipher.ts';
import type { Envelope } from '@back-office/contract/envelope.ts';
import type { FastifyInstance } from 'fastify';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A person signed in at a server of this process, who uses its calls as the browser does. */
export class DemoClient {
  readonly #app: FastifyInstance;
  readonly #token: string;

  private constructor(app: FastifyInstance, token: string) {
    this.#app = app;
    this.#token = token;
  }

  /** Signs in (docs/wire.md "Session"). Throws the server's refusal. */
  static async signIn(app: FastifyInstance, account: string, password: string): Promise<DemoClient> {
    const { code, message, data } = await trySignIn(app, account, password);
    if (data?.credentials === undefined) throw new Error(`The demo's ${account} was not signed in: ${code} ${message}`);
    return new DemoClient(app, data.credentials.accessToken);
  }

  /** A call under /api with a JSON body; returns its data, throws the server's refusal. */
  async call<Data>(method: Method, path: string, body?: unknown): Promise<Data> {
    const json = body === undefined ? {} : { payload: JSON.stringify(body) };
    const headers = { authorization: this.#token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const response = await this.#app.inject({ method, url: `/api/${path}`, headers, ...json });
    return dataOf<Data>(response.json(), path);
  }

  /** Uploads a file in one chunk, and attaches it to a record (docs/wire.md "Files"). */
  async upload(name: string, bytes: Buffer, owner: { otcType: string; otcId: string }): Promise<FileRecord> {
    const boundary = '----back-office-demo';
    const fields = Object.entries({ totalChunks: '1', currentChunk: '0', ...owner }).map(
      ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    );
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="chunk"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(fields.join('') + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { authorization: this.#token, 'content-type': `multipart/form-data; boundary=${boundary}` };
    const response = await this.#app.inject({ method: 'POST', url: '/api/file/upload', headers, payload });
    return dataOf<FileRecord>(response.json(), `file/upload of ${name}`);
  }
}

/** Tries a password from an address; returns the answer, whatever it is. */
export async function trySignIn(
  app: FastifyInstance,
  account: string,
  password: string,
  remoteAddress = '127.0.0.1',
): Promise<Envelope<LoginAnswer>> {
  const form = new URLSearchParams({ username: encrypt(account), password: encrypt(password) });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await app.inject({ method: 'POST', url: '/api/login', headers, payload: form.toString(), remoteAddress })).json<
    Envelope<LoginAnswer>
  >();
}

function dataOf<Data>({ success, code, message, data }: Envelope<Data>, what: string): Data {
  if (!success || data === undefined)
    throw new Error(`The demo could not be made: ${what} answered ${code} ${message} ${JSON.stringify(data ?? '')}`);
  return data;
}

function encrypt(text: string): string {
  const now = new Date();
  const iv = loginCipher.iv(dayOf(now.getFullYear(), now.getMonth() + 1, now.getDate()));
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(loginCipher.keyText).digest(), iv);
  return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
}
