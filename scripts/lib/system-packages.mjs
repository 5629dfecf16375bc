import { outputOf, run } from './run.mjs';

/** How to call apt-get here: [] as root, ['sudo', '-n'] with sudo without a password, undefined if it is impossible. */
async function aptPrefix() {
  if ((await outputOf('apt-get', ['--version'])) === undefined) return undefined;
  if (process.getuid?.() === 0) return [];
  return (await outputOf('sudo', ['-n', 'true'])) === undefined ? undefined : ['sudo', '-n'];
}

/** Concurrent parts of the tests install one after the other: apt-get refuses to run concurrently. */
let turn = Promise.resolve();

/** Installs Debian packages if possible. True if it did; reports in one line why it failed. */
export function installWithApt(...packages) {
  const mine = turn.then(() => install(packages));
  turn = mine.catch(() => undefined);
  return mine;
}

async function install(packages) {
  const prefix = await aptPrefix();
  if (!prefix) return false;
  // Another process on this machine may be installing, too.
  const apt = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300'];
  await run(apt[0], [...apt.slice(1), 'update'], { quiet: true });
  const { code, output } = await run(apt[0], [...apt.slice(1), 'install', '-y', '--no-install-recommends', ...packages], { quiet: true });
  if (code !== 0) console.log(`apt-get install ${packages.join(' ')} failed: ${output.trim().split('\n').at(-1)}`);
  return code === 0;
}
