import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from './make-certificate.ts';
import { until } from './until.ts';

/** Samba as a domain controller of Active Directory, if this machine has it and allows it to listen on the LDAP port. */
export const samba = process.getuid?.() === 0 && existsSync('/usr/share/samba/setup') ? '/usr/sbin/samba' : undefined;

/** A domain of Active Directory on this machine. */
export interface TestDomain {
  readonly ldap: string;
  readonly ldaps: string;
  /** The file with its certificate. */
  readonly ca: string;
  readonly base: string;
  readonly admin: { readonly name: string; readonly password: string };
  /** Changes it as its administrators do, with arguments of `samba-tool`. */
  readonly tool: (...words: string[]) => void;
  readonly drop: () => Promise<void>;
}

/** Creates a domain in a folder and at a loopback address of its own: its ports cannot be chosen. */
export async function startSamba(): Promise<TestDomain> {
  if (samba === undefined) throw new Error('Samba is not here, or not for this user.');
  const folder = mkdtempSync(join(tmpdir(), 'samba-'));
  const address = `127.${Array.from({ length: 3 }, () => 1 + Math.floor(Math.random() * 254)).join('.')}`;
  const admin = { name: 'administrator@office.example', password: 'Root-of-1-test' };
  const quiet = { stdio: 'ignore' } as const;
  const domain = ['--realm=OFFICE.EXAMPLE', '--domain=OFFICE', '--server-role=dc', '--dns-backend=NONE', `--adminpass=${admin.password}`];
  execFileSync('samba-tool', ['domain', 'provision', ...domain, `--targetdir=${folder}/dc`], quiet);
  makeCertificate(folder, `IP:${address}`);
  const file = `--configfile=${folder}/dc/etc/smb.conf`;
  const options = {
    interfaces: `${address}/8`,
    'bind interfaces only': 'yes',
    'server services': 'ldap',
    'dcerpc endpoint servers': 'none',
    'tls certfile': `${folder}/fullchain.pem`,
    'tls keyfile': `${folder}/privkey.pem`,
    'tls cafile': '',
  };
  const given = Object.entries(options).map(([name, value]) => `--option=${name}=${value}`);
  const child = spawn(samba, ['-i', '-M', 'single', file, ...given], quiet);
  await until(() => answers(address, 636));
  return {
    ldap: `ldap://${address}`,
    ldaps: `ldaps://${address}`,
    ca: join(folder, 'fullchain.pem'),
    base: 'DC=office,DC=example',
    admin,
    tool: (...words) => void execFileSync('samba-tool', [...words, file, '-H', `tdb://${folder}/dc/private/sam.ldb`], quiet),
    drop: async () => {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await gone;
}

const answers = (address: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
