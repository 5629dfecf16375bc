import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a certificate for a name, signed by itself: `privkey.pem` and `fullchain.pem` in the folder. Gives the certificate. */
export function makeCertificate(folder: string, name = 'localhost'): string {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...curve, ...names, '-keyout', key, '-out', certificate]);
  if (status !== 0) throw new Error(`openssl made no certificate: ${String(stderr)}`);
  return readFileSync(certificate, 'utf8');
}
