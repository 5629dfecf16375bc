import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a self-signed certificate, valid for so many days, for a name (`DNS:localhost`, `IP:127.0.0.1`):
 * `privkey.pem` and `fullchain.pem` in the folder. Returns the certificate.
 */
export function makeCertificate(folder: string, name = 'DNS:localhost', days = 2): string {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)];
  const names = ['-subj', `/CN=${name.slice(name.indexOf(':') + 1)}`, '-addext', `subjectAltName=${name}`];
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...curve, ...names, '-keyout', key, '-out', certificate]);
  if (status !== 0) throw new Error(`openssl made no certificate: ${String(stderr)}`);
  return readFileSync(certificate, 'utf8');
}
