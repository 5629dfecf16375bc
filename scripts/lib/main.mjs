import { onNpmGone } from './npm-parent.mjs';
import { cleanUp, isStopping, stopOnSignals } from './stop.mjs';

/** Runs a script to its exit code; a failure is one message on stderr, and everything started is stopped either way. */
export async function main(script) {
  stopOnSignals();
  onNpmGone(() => process.kill(process.pid, 'SIGTERM'));
  let code = 1;
  try {
    code = (await script(process.argv.slice(2))) ?? 0;
  } catch (error) {
    if (!isStopping()) console.error(error.code || !(error instanceof Error) ? error : error.message);
  }
  await cleanUp();
  // A stop in progress exits with the signal's own exit code.
  if (!isStopping()) process.exit(code);
}
