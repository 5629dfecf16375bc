import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../../engine/server/testing/until.ts';
import { freePorts } from '../nodes/free-ports.ts';

/** Starts a server with this script in a company's folder, and returns its address once it serves, and its output. */
export async function startOffice(
  args: readonly string[],
  cwd: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ address: string; said: () => string; stop: () => Promise<void> }> {
  const [port = 0] = await freePorts(1);
  const address = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, args, { cwd, env: { ...settings, PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await until(() => {
    if (server.exitCode !== null) throw new Error(`The office did not start:\n${output}`);
    return output.includes(address);
  }, 300_000);
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  };
  return { address, said: () => output, stop };
}
