import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { StartError } from './start-error.ts';

/** The mail server for outgoing mail, and the sender (docs/operating.md). */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** `whole`: TLS from the first byte (smtps); `begun`: by STARTTLS, without which nothing is sent; `none`: MAIL_URL contains `?tls=off`. */
  readonly tls: 'whole' | 'begun' | 'none';
  /** The issuer of the server's certificate (PEM), instead of those that the system trusts. */
  readonly ca: string | undefined;
  readonly signIn: { readonly user: string; readonly pass: string } | undefined;
  readonly from: { readonly name: string; readonly address: string };
}

const urlMessage = 'must be smtp://user:password@host:port or smtps://…; ?tls=off after smtp:// sends without TLS';
const fromMessage = 'must be an address such as noreply@example.com, or a name with one: 管理后台 <noreply@example.com>';
const address = /^[A-Za-z0-9.!#$%&*+/=?^_{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/;

/** The variables by name, as part of the schema of all settings; messages never contain the value, which includes a password. */
export const mailVariables = {
  MAIL_URL: z
    .string()
    .refine((text) => parseServer(text) !== undefined, urlMessage)
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => parseSender(text) !== undefined, fromMessage)
    .optional(),
  BOT_ORIGINS: z
    .string()
    .refine((text) => originsOf(text).every(isOrigin), 'must be origins with commas between them, such as https://wecom.example.com')
    .default(''),
  MAIL_CA_FILE: z
    .string()
    .refine((path) => readText(path) !== undefined, 'must be the path of a file with certificates (PEM) that can be read')
    .optional(),
};

/** Addresses separated by commas, each without a path, such as `https://wecom.example.com`. */
export const originsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const variables = z.object(mailVariables);

/** Combines the variables; without both no mail is sent. Throws a StartError if one of the two is missing. */
export function mailOf({ MAIL_URL, MAIL_FROM, MAIL_CA_FILE }: Omit<z.infer<typeof variables>, 'BOT_ORIGINS'>): MailSettings | undefined {
  if (MAIL_URL === undefined && MAIL_FROM === undefined) return undefined;
  const [server, from] = [parseServer(MAIL_URL ?? ''), parseSender(MAIL_FROM ?? '')];
  if (server === undefined) throw new StartError('MAIL_URL must be set where MAIL_FROM is.');
  if (from === undefined) throw new StartError('MAIL_FROM must be set where MAIL_URL is.');
  return { ...server, from, ca: MAIL_CA_FILE === undefined ? undefined : readText(MAIL_CA_FILE) };
}

function parseServer(text: string): Omit<MailSettings, 'from' | 'ca'> | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash !== '')
    return undefined;
  const isWhole = url.protocol === 'smtps:';
  const isOff = url.search === '?tls=off';
  if ((url.search !== '' && !isOff) || (isWhole && isOff)) return undefined;
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isWhole ? 465 : 587) : Number(url.port),
    tls: isWhole ? 'whole' : isOff ? 'none' : 'begun',
    signIn: user === '' ? undefined : { user, pass },
  };
}

function readText(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return text.includes('-----BEGIN CERTIFICATE-----') ? text : undefined;
  } catch {
    return undefined;
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function parseSender(text: string): MailSettings['from'] | undefined {
  const [, name = '', inside] = /^([^<>"\r\n]{0,100})<([^<>\s]+)>$/.exec(text) ?? [];
  const plain = inside ?? text;
  return address.test(plain) ? { name: name.trim(), address: plain } : undefined;
}
