import { outputOf } from './run.mjs';
import { installWithApt } from './system-packages.mjs';

/**
 * Whether a program can run in a network and mounts of its own here (Linux, as root, with iproute2, which is installed
 * if possible): 'yes', or '', which a test must report as skipped.
 */
export async function findNamespaces() {
  if ((await outputOf('ip', ['-V'])) === undefined && process.platform === 'linux') await installWithApt('iproute2');
  if ((await outputOf('unshare', ['--net', '--mount', 'ip', 'link', 'set', 'lo', 'up'])) !== undefined) return 'yes';
  console.log('A network of its own: not to be had here, so nginx runs with other ports and paths only.');
  return '';
}
