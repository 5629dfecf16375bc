import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ourFile } from '../../app/loading/office-place.mjs';
import { memoryFlags } from '../../app/server/memory-flags.mjs';
import { nodePath } from './pinned-node.mjs';
import { home, inRoot } from './root.mjs';

/**
 * Runs a serving program on the pinned Node and returns its exit code. A terminal signals its whole process group and
 * npm signals us once more. The server would take the second signal as "end at once", so it gets a group of its own,
 * and each signal once from us.
 */
export function serve(file, given = []) {
  process.removeAllListeners('SIGHUP').removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
  const args = [...memoryFlags, '--import', inRoot('scripts/lib/lifeline.mjs'), ourFile(file), ...given];
  // The next start need not compile the same code again.
  const env = { NODE_COMPILE_CACHE: join(home, 'node_modules/.cache/back-office/compiled'), ...process.env };
  const server = spawn(nodePath(), args, { cwd: home, env, detached: true, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  let passedAt = -Infinity;
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (performance.now() - passedAt < 1000) return;
      passedAt = performance.now();
      server.kill(signal);
    });
  }
  return new Promise((done, fail) => {
    server.on('error', fail);
    server.on('exit', (code, signal) => done(code ?? 128 + (signal === 'SIGKILL' ? 9 : 15)));
  });
}
