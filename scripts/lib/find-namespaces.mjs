import { answerOf } from './run.mjs';
import { installWithApt } from './system-packages.mjs';

/**
 * Whether a program can be given a network and mounts of its own here (Linux, as root, with iproute2, which is installed
 * where that is possible): 'yes', or '', which a test must say as skipped.
 */
export async function findNamespaces() {
  if ((await answerOf('ip', ['-V'])) === undefined && process.platform === 'linux') await installWithApt('iproute2');
  if ((await answerOf('unshare', ['--net', '--mount', 'ip', 'link', 'set', 'lo', 'up'])) !== undefined) return 'yes';
  console.log('A network of its own: not to be had here, so nginx runs with other ports and paths only.');
  return '';
}
