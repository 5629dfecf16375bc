import { ourFile } from '../loading/office-place.mjs';
import { memoryFlags } from './memory-flags.mjs';

/*
 * How a container or a systemd unit starts the server: `node app/server/serve.mjs`. This process becomes the server, so that it receives
 * signals and has the process id itself, under flags that V8 accepts only at its start.
 */
const args = [...process.execArgv, ...memoryFlags, ourFile('app/server/main.ts')];
process.execve(process.execPath, [process.execPath, ...args], process.env);
