import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a certificate of two days for an address, `ca.pem` with `key.pem`, in the folder; it is its own issuer. */
export function makeCertificate(folder: string, address: string): void {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', `subjectAltName=IP:${address}`];
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'ca.pem')], {
    stdio: 'ignore',
  });
  chmodSync(join(folder, 'key.pem'), 0o600);
}
