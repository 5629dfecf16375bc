import { outputOf } from './run.mjs';
import { installWithApt } from './system-packages.mjs';

const names = ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

/**
 * Finds the nginx in front of the nodes in tests, and the openssl that makes its certificate: NGINX_PATH, or the
 * system's; otherwise installs Debian's with apt-get. Returns nginx's path, or throws a message.
 */
export async function findNginx() {
  const found = await findInstalled();
  if (found) return found;
  console.log('nginx: not found; installing it with apt-get.');
  if (await installWithApt('nginx', 'openssl')) {
    const installed = await findInstalled();
    if (installed) return installed;
  }
  throw new Error('nginx: nginx and openssl are needed, and apt-get could not install them. Install both, and set NGINX_PATH if need be.');
}

async function findInstalled() {
  if ((await outputOf('openssl', ['version'])) === undefined) return undefined;
  for (const name of process.env.NGINX_PATH ? [process.env.NGINX_PATH] : names) {
    const version = await outputOf(name, ['-v']);
    if (version === undefined) continue;
    console.log(`nginx: ${version.split('/').at(-1)}, found.`);
    return name;
  }
  return undefined;
}
