import { ourFile } from '../loading/office-place.mjs';
import { memoryFlags } from './memory-flags.mjs';

/*
 * How a container or a unit starts the server: `node app/server/serve.mjs`. This process becomes the server, so that signals
 * and its number are the server's own, under the flags that V8 takes only at its start.
 */
const args = [...process.execArgv, ...memoryFlags, ourFile('app/server/main.ts')];
process.execve(process.execPath, [process.execPath, ...args], process.env);
