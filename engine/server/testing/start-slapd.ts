import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Attribute, Client } from 'ldapts';
import { freePort } from './free-port.ts';
import { makeCertificate } from './make-certificate.ts';
import { until } from './until.ts';

const given = process.env['SLAPD_PATH'];
const schemas = ['/etc/ldap/schema', '/etc/openldap/schema', '/usr/local/etc/openldap/schema'];
const modules = ['/usr/lib/ldap', '/usr/lib64/openldap', '/usr/libexec/openldap'];

/** The OpenLDAP server, if this machine has one; SLAPD_PATH names it, or declares that there is none (scripts/lib/find-slapd.mjs). */
export const slapd =
  given === undefined ? ['/usr/sbin/slapd', '/usr/local/libexec/slapd'].find((place) => existsSync(place)) : given || undefined;

type Values = Readonly<Record<string, string | string[] | Buffer>>;

/** A real OpenLDAP on this machine, empty but for its first entry. */
export interface TestDirectory {
  readonly url: string;
  readonly ldaps: string;
  /** The file with its certificate, which it also trusts. */
  readonly ca: string;
  readonly base: string;
  readonly root: { readonly dn: string; readonly password: string };
  /** Adds entries, by their names below the first. */
  readonly add: (entries: Readonly<Record<string, Values>>) => Promise<void>;
  /** Runs commands as its administrator. */
  readonly change: (work: (client: Client) => Promise<void>) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** Active Directory's names: not a copy of its schema, only the parts that are read. */
const adSchema = `
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP inetOrgPerson STRUCTURAL MAY ( sAMAccountName $ objectGUID $ userAccountControl ) )
objectclass ( 1.2.840.113556.1.5.8 NAME 'group' SUP top STRUCTURAL MUST cn MAY ( member $ objectGUID $ sAMAccountName $ description ) )
objectclass ( 1.2.840.113556.1.5.7 NAME 'guided' SUP top AUXILIARY MAY objectGUID )
`;

/** Starts a directory in a folder and at ports of its own. */
export async function startSlapd({ sizeLimit = 500 } = {}): Promise<TestDirectory> {
  if (slapd === undefined) throw new Error('OpenLDAP is not here: install slapd, or set SLAPD_PATH.');
  const folder = mkdtempSync(join(tmpdir(), 'slapd-'));
  const [port, securePort] = [await freePort(), await freePort()];
  const base = 'dc=example,dc=cn';
  const root = { dn: `cn=root,${base}`, password: 'root-of-the-test' };
  makeCertificate(folder, 'IP:127.0.0.1');
  writeFileSync(join(folder, 'slapd.conf'), configOf(folder, base, root, sizeLimit));
  mkdirSync(join(folder, 'data'));
  const url = `ldap://127.0.0.1:${port}`;
  const ldaps = `ldaps://127.0.0.1:${securePort}`;
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(slapd ?? '', ['-d', '0', '-h', `${url}/ ${ldaps}/`, '-f', join(folder, 'slapd.conf')], {
      stdio: 'ignore',
    });
    await until(() => answers(securePort));
  };
  const stop = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill();
    await ended;
  };
  const change = async (work: (client: Client) => Promise<void>): Promise<void> => {
    const client = new Client({ url });
    try {
      await client.bind(root.dn, root.password);
      await work(client);
    } finally {
      await client.unbind();
    }
  };
  const add: TestDirectory['add'] = (entries) =>
    change(async (client) => {
      for (const [place, values] of Object.entries(entries)) await client.add(`${place},${base}`, attributesOf(values));
    });
  await start();
  await change((client) => client.add(base, { objectClass: ['dcObject', 'organization'], dc: 'example', o: '示例公司' }));
  const drop = async (): Promise<void> => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, ldaps, ca: join(folder, 'fullchain.pem'), base, root, add, change, stop, start, drop };
}

const attributesOf = (values: Values): Attribute[] =>
  Object.entries(values).map(([type, value]) => new Attribute({ type, values: Buffer.isBuffer(value) ? [value] : [value].flat() }));

function configOf(folder: string, base: string, root: TestDirectory['root'], sizeLimit: number): string {
  const schema = schemas.find((place) => existsSync(place)) ?? '';
  const loaded = modules.find((place) => existsSync(join(place, 'back_mdb.so')));
  const load = (names: string[]): string =>
    loaded === undefined ? '' : [`modulepath ${loaded}`, ...names.map((name) => `moduleload ${name}`)].join('\n');
  return `${['core', 'cosine', 'inetorgperson'].map((name) => `include ${schema}/${name}.schema`).join('\n')}
${adSchema}
${load(['back_mdb', 'memberof'])}
pidfile ${folder}/slapd.pid
TLSCACertificateFile ${folder}/fullchain.pem
TLSCertificateFile ${folder}/fullchain.pem
TLSCertificateKeyFile ${folder}/privkey.pem
sizelimit ${sizeLimit}
database mdb
suffix "${base}"
rootdn "${root.dn}"
rootpw ${root.password}
directory ${folder}/data
limits dn.exact="${root.dn}" size=unlimited size.prtotal=unlimited
overlay memberof
memberof-group-oc groupOfNames
overlay memberof
memberof-group-oc group
`;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
