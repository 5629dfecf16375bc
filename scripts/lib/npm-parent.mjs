import { readFileSync } from 'node:fs';

/**
 * Calls back once when the npm that started this script is gone. npm runs a script through a shell, and passes a signal
 * to that shell only: after `kill`, npm and the shell are gone and this process would go on serving unnoticed.
 */
export function onNpmGone(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const atStart = lineage();
  const timer = setInterval(() => {
    if (lineage() === atStart) return;
    clearInterval(timer);
    callback();
  }, 250);
  timer.unref();
}

/** The shell and the npm above this process; npm only if /proc reveals it, and if the parent is npm's shell. */
function lineage() {
  const shell = process.ppid;
  try {
    const isShell = readFileSync(`/proc/${shell}/cmdline`, 'utf8').includes(process.env.npm_lifecycle_script);
    const npm = isShell ? /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${shell}/status`, 'utf8'))?.[1] : '';
    return `${shell} ${npm}`;
  } catch {
    return `${shell} `;
  }
}
