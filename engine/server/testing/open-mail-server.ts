import { mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { MailSettings } from '../platform/mail-settings.ts';
import { makeCertificate } from './make-certificate.ts';

/** A mail that the server accepted. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The raw source. */
  readonly raw: string;
  /** The headers by their names in lower case, unfolded and with encoded words decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Whether it came over TLS, and the signed-in sender. */
  readonly secure: boolean;
  readonly user: string;
}

export interface MailServer {
  readonly settings: MailSettings;
  readonly taken: TakenMail[];
  /** The next answers to recipients or contents, instead of acceptance: a code with a text, or no answer ever; after what happens `meanwhile`. */
  readonly next: {
    readonly at: 'recipient' | 'content';
    readonly code?: number;
    readonly words?: string;
    readonly meanwhile?: () => Promise<unknown>;
  }[];
  /** Number of connections so far. */
  connections: number;
  readonly close: () => Promise<void>;
}

const signIn = { user: 'mailer', pass: 'p@ss/word:1' };

/** A real SMTP server on this machine, which requires a password and, unless told otherwise, STARTTLS before it. */
export async function openMailServer(tls: MailSettings['tls'] = 'begun', { password = signIn.pass } = {}): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mail-server-'));
  const certificate = makeCertificate(folder);
  const answerNext = async (at: 'recipient' | 'content', done: (error?: Error) => void): Promise<void> => {
    const place = server.next.findIndex((one) => one.at === at);
    if (place < 0) return done();
    const [met] = server.next.splice(place, 1);
    await met?.meanwhile?.();
    if (met?.code !== undefined) done(Object.assign(new Error(met.words ?? 'refused'), { responseCode: met.code }));
  };
  const smtp = new SMTPServer({
    secure: tls === 'whole',
    key: readFileSync(join(folder, 'privkey.pem')),
    cert: certificate,
    // A server without TLS must not require it.
    ...(tls === 'none' ? { disabledCommands: ['STARTTLS'], allowInsecureAuth: true } : {}),
    closeTimeout: 100,
    logger: false,
    onConnect: (_session, done) => {
      server.connections += 1;
      done();
    },
    onAuth: ({ username, password: given }, _session, done) =>
      username === signIn.user && given === password ? done(null, { user: username }) : done(new Error('Invalid username or password')),
    onRcptTo: (_address, _session, done) => void answerNext('recipient', done),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void answerNext('content', (error) => {
          if (error !== undefined) return done(error);
          const { mailFrom, rcptTo } = session.envelope;
          server.taken.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            secure: session.secure,
            user: String(session.user),
            ...readMail(Buffer.concat(parts).toString('latin1')),
          });
          done();
        });
      });
    },
  });
  // A client may disconnect in the middle of a command.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve);
  });
  const { port } = smtp.server.address() as AddressInfo;
  const server: MailServer = {
    settings: { host: 'localhost', port, tls, ca: certificate, signIn, from: { name: '管理后台', address: 'noreply@example.com' } },
    taken: [],
    next: [],
    connections: 0,
    close: () =>
      new Promise<void>((resolve) => {
        smtp.close(resolve);
      }),
  };
  return server;
}

function readMail(raw: string): Pick<TakenMail, 'raw' | 'headers' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), readWords(line.slice(line.indexOf(':') + 1).trim())]),
  );
  return { raw, headers, text: Buffer.from(raw.slice(end + 4), 'base64').toString('utf8') };
}

/** Decodes a header's encoded words (RFC 2047), as a reader shows them. */
const readWords = (text: string): string =>
  text.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (words) =>
    Buffer.concat(
      [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, content = '']) =>
        kind?.toLowerCase() === 'b'
          ? Buffer.from(content, 'base64')
          : Buffer.from(
              content
                .replaceAll('_', ' ')
                .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
              'latin1',
            ),
      ),
    ).toString('utf8'),
  );
