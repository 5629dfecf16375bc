import { createCipheriv, createHash, randomUUID } from 'node:crypto';
import { dayOf, loginCipher } from '@back-office/contract/cipher.ts';
import type { FileRecord } from '@back-office/contract/calls/file.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import { codes, type Envelope } from '@back-office/contract/envelope.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';

/** A signed-in client of the server, for records that a journey needs and does not create in the page. */
export interface Api {
  call: <Data>(method: string, path: string, json?: unknown) => Promise<Data>;
  save: (resource: string, values: Record<string, unknown>) => Promise<AnyRow>;
  /** Every record whose `field` contains `text`. */
  find: (resource: string, field: string, text: string) => Promise<AnyRow[]>;
  /** Uploads a file in one chunk, and attaches it to a record. */
  upload: (name: string, bytes: Buffer, owner: { otcType: string; otcId: string }) => Promise<FileRecord>;
}

/** Signs in (docs/wire.md "Session"). */
export async function signInByApi(baseURL: string, account: string, password: string): Promise<Api> {
  const answer = await fetch(`${baseURL}/api/login`, { method: 'POST', body: new URLSearchParams(signInForm(account, password)) });
  const { accessToken } = (await dataOf<LoginAnswer>(answer)).credentials;
  const call = async <Data>(method: string, path: string, json?: unknown): Promise<Data> => {
    const headers = { Authorization: accessToken, ...(json === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const content = json === undefined ? {} : { body: JSON.stringify(json) };
    return dataOf<Data>(await fetch(`${baseURL}/api/${path}`, { method, headers, ...content }));
  };
  return {
    call,
    save: (resource, values) => call('POST', `${resource}/save`, values),
    find: async (resource, field, text) => {
      const query = new URLSearchParams({ like: `${field}:${text}`, limit: '1000' });
      return (await call<PageAnswer<AnyRow>>('GET', `${resource}/select-page?${query.toString()}`)).items;
    },
    upload: async (name, bytes, owner) => {
      const form = new FormData();
      for (const [key, value] of Object.entries({ totalChunks: '1', currentChunk: '0', ...owner })) form.append(key, value);
      form.append('chunk', new Blob([new Uint8Array(bytes)]), name);
      const answer = await fetch(`${baseURL}/api/file/upload`, { method: 'POST', headers: { Authorization: accessToken }, body: form });
      return dataOf<FileRecord>(answer);
    },
  };
}

/** A text that no other record contains, for names and accounts. */
export const unique = (beginning: string): string => `${beginning}${randomUUID().slice(0, 8)}`;

/** A password that the server accepts. */
export const newPassword = (): string => `Pw-${randomUUID()}`;

/** The sign-in page's request. */
export const signInForm = (account: string, password: string): { username: string; password: string } => ({
  username: encrypt(account),
  password: encrypt(password),
});

function encrypt(text: string): string {
  const now = new Date();
  const iv = loginCipher.iv(dayOf(now.getFullYear(), now.getMonth() + 1, now.getDate()));
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(loginCipher.keyText).digest(), iv);
  return cipher.update(text, 'utf8', 'base64') + cipher.final('base64');
}

async function dataOf<Data>(answer: Response): Promise<Data> {
  const { success, code, message, data } = (await answer.json()) as Envelope<Data>;
  if (!success) throw new Error(`${answer.url} answered ${code} ${message}`);
  if (code !== codes.ok.code) throw new Error(`${answer.url} answered success with ${code}`);
  return data as Data;
}
