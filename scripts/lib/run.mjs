import { spawn } from 'node:child_process';
import { home } from './root.mjs';
import { onStop } from './stop.mjs';

/**
 * Runs a command to its end and returns { code, output }. `quiet` collects the output instead of showing it; `owner` is
 * the { uid, gid } to run as. The command is stopped with this process.
 */
export function run(command, args, { cwd = home, env = process.env, quiet = false, owner = {} } = {}) {
  const shown = quiet ? { env: { ...env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] } : { env, stdio: 'inherit' };
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, ...shown, ...owner });
    const forget = onStop(() => endChild(child));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
    const end = (result) => {
      forget();
      done(result);
    };
    child.on('error', (error) => end({ code: 127, output: `${command}: ${error.message}` }));
    // A program that is killed, or crashes, has no exit code and often no last output.
    child.on('close', (code, signal) => end({ code: code ?? 1, output: signal === null ? output : `${output}\nended by ${signal}` }));
  });
}

/** Asks a child process to end, and kills it if it does not within ten seconds. */
export function endChild(child, signal = 'SIGTERM') {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(timer);
      done();
    });
    child.kill(signal);
  });
}

/** The output of a command, or undefined if it is missing or fails. */
export async function outputOf(command, args, options) {
  const { code, output } = await run(command, args, { ...options, quiet: true });
  return code === 0 ? output.trim() : undefined;
}
