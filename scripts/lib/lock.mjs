import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from './root.mjs';
import { onStop } from './stop.mjs';

const file = inRoot('.cache/setup.lock');

/** Runs `work` while no other start or test of this folder sets up: two concurrent installs destroy each other. */
export async function withSetupLock(work) {
  mkdirSync(inRoot('.cache'), { recursive: true });
  for (let isAnnounced = false; !tryAcquire(); isAnnounced = true) {
    if (!isAnnounced) console.log('Another start or test is setting up this folder; waiting for it.');
    await sleep(200);
  }
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), 1000);
  const release = () => {
    clearInterval(beat);
    rmSync(file, { force: true });
  };
  const forget = onStop(release);
  try {
    return await work();
  } finally {
    forget();
    release();
  }
}

function tryAcquire() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (holderIsGone()) rmSync(file, { force: true });
    return false;
  }
}

/** A process id alone is not enough: after a restart of the machine it may belong to something else. */
function holderIsGone() {
  try {
    if (Date.now() - statSync(file).mtimeMs > 30_000) return true;
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
