import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:tls';
import { hostsOf } from '@back-office/server/platform/hosts-of.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import type { StatusItem } from '../status.ts';
import { gradedItem, infoItem } from './words.ts';

const dayMs = 86_400_000;
/** Remaining days below which the level is a warning, or bad. */
const limits = { warn: 14, bad: 3 };
/** Timeout for the proxy to present its certificate. */
const answerMs = 2_000;

/** A certificate file named in the settings, or its content at startup. */
interface Source {
  readonly name: string;
  readonly title: string;
  readonly read: () => Promise<string>;
  /** Whether the certificates are trusted CAs or the server's own; in a list of trusted ones, one may expire if another is still valid. */
  readonly holds: 'trusted' | 'own';
}

type Named = Pick<Settings, 'publicUrl' | 'databaseUrl' | 'databaseReadUrls' | 'mail' | 'ways'>;

/** The validity of the address's certificate, as clients see it, and of the certificate files named in the settings. */
export async function lookAtCertificates(settings: Named, now: Date): Promise<StatusItem[]> {
  const items = await Promise.all([addressItem(settings.publicUrl, now), ...sourcesOf(settings).map((source) => fileItem(source, now))]);
  return items.flatMap((item) => item ?? []);
}

async function addressItem(publicUrl: string | undefined, now: Date): Promise<StatusItem> {
  const found = { name: 'address', title: '网址的证书' };
  if (publicUrl === undefined || new URL(publicUrl).protocol !== 'https:')
    return infoItem({ ...found, value: publicUrl === undefined ? '没有设置 PUBLIC_URL，看不到' : 'PUBLIC_URL 不是 https，没有证书' });
  const { hostname, port, host } = new URL(publicUrl);
  try {
    const certificate = await certificateOf(hostname.replace(/^\[|\]$/g, ''), port === '' ? 443 : Number(port));
    const cure = `在终止 TLS 的代理上更新 ${host} 的证书并重新加载它；用 ACME 的，看自动续期为什么停了`;
    return judgeEnd({ ...found, title: `网址的证书 ${host}` }, certificate, now, cure);
  } catch (error) {
    // A node may be unable to reach the proxy in front of it, which is not a fault of the proxy.
    const value = `从这台服务器连不上 ${host}（${reasonOf(error)}）`;
    return { ...infoItem({ ...found, value }), cure: '浏览器打得开就不必处理，但证书到期要在代理那里监视' };
  }
}

/** The certificate presented to clients, whoever signed it: only its validity period matters here. */
function certificateOf(host: string, port: number): Promise<X509Certificate> {
  return new Promise((found, fail) => {
    const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
    const socket = connect({ host, port, rejectUnauthorized: false, ...servername });
    const end = (error?: Error): void => {
      clearTimeout(timer);
      const certificate = socket.getPeerX509Certificate?.();
      socket.destroy();
      if (certificate === undefined) fail(error ?? new Error('no certificate'));
      else found(certificate);
    };
    // Covers the whole connection, including name resolution, which a socket timeout does not.
    const timer = setTimeout(() => end(new Error(`${answerMs / 1000} s`)), answerMs);
    socket.once('secureConnect', () => end());
    socket.once('error', end);
  });
}

function sourcesOf({ databaseUrl, databaseReadUrls, mail, ways }: Named): Source[] {
  const file = (title: string, path: string, holds: Source['holds']): Source => ({
    name: `file ${title}`,
    title,
    read: () => readFile(path, 'utf8'),
    holds,
  });
  const databases = databaseUrl === undefined ? [] : [['DATABASE_URL', databaseUrl] as const];
  const readers = databaseReadUrls.map((url) => ['DATABASE_READ_URL', url] as const);
  const ofDatabases = [...databases, ...readers].flatMap(([variable, url]) => {
    const given = new URL(hostsOf(url)[0] ?? url).searchParams;
    const [root, own] = [given.get('sslrootcert'), given.get('sslcert')];
    return [
      ...(root === null || root === 'system' ? [] : [file(`${variable} 的 sslrootcert`, root, 'trusted')]),
      ...(own === null ? [] : [file(`${variable} 的 sslcert`, own, 'own')]),
    ];
  });
  const ca = mail?.ca;
  return [
    ...new Map(ofDatabases.map((source) => [source.name, source])).values(),
    ...(ca === undefined
      ? []
      : [{ name: 'file MAIL_CA_FILE', title: 'MAIL_CA_FILE', read: () => Promise.resolve(ca), holds: 'trusted' } as const]),
    ...ways.flatMap(({ kind, id, values: { CA_FILE } }) =>
      CA_FILE === undefined ? [] : [file(`${kind}_${id.toUpperCase()}_CA_FILE`, CA_FILE, 'trusted')],
    ),
  ];
}

async function fileItem({ name, title, read, holds }: Source, now: Date): Promise<StatusItem> {
  try {
    const text = await read();
    const certificates = [...text.matchAll(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs)].map(
      ([pem]) => new X509Certificate(pem),
    );
    const [first] = holds === 'own' ? certificates : certificates.toSorted((one, other) => endOf(other) - endOf(one));
    if (first === undefined) throw new Error('no certificate in it');
    return judgeEnd({ name, title }, first, now, '向签发者要新的证书，放进这个文件，再重启各节点');
  } catch (error) {
    return { name, title, level: 'bad', value: `读不了（${reasonOf(error)}）`, cure: '检查文件是否还在、服务的用户能否读它，内容应为 PEM' };
  }
}

const endOf = ({ validTo }: X509Certificate): number => Date.parse(validTo);

function judgeEnd(found: { name: string; title: string }, certificate: X509Certificate, now: Date, cure: string): StatusItem {
  const days = (endOf(certificate) - now.getTime()) / dayMs;
  const until = new Date(endOf(certificate)).toISOString().slice(0, 10);
  const value = days < 0 ? `已在 ${until} 过期` : `有效到 ${until}，还有 ${Math.floor(days)} 天`;
  return gradedItem({ ...found, value }, [days < limits.bad, 'bad', cure], [days < limits.warn, 'warn', cure]);
}

/** The error, without paths that its message may contain. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : error instanceof Error ? error.message.slice(0, 100) : '未知';
}
