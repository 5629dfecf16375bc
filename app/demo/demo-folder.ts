import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { recordIn } from '@back-office/contract/record-in.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';

/** A file in a demo's folder from the beginning, so that no other folder is taken for one. */
const marker = 'demo.json';
/** Raised when the demo changes; an older one must then be recreated. */
const edition = 1;

/** The state of the demo's folder: new, incomplete after an interruption, or complete. */
export type DemoState = 'new' | 'unfinished' | 'whole';

/** Determines what the folder contains. Throws a StartError for a folder that is not a demo's. */
export function stateOf(folder: string): DemoState {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return 'new';
  if (!existsSync(join(folder, marker)))
    throw new StartError(`${folder} is not a demo's folder: nothing in it is touched. Name another, or an empty one, by DEMO_DIR.`);
  const found = read(folder);
  if (found.edition !== edition && found.finished)
    throw new StartError(`The demo in ${folder} was made by another version: make it anew with npm run demo -- --reset.`);
  return found.finished ? 'whole' : 'unfinished';
}

/** Empties a demo's folder, or does nothing if there is none. Throws as `stateOf` does for another folder. */
export function clear(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, marker))) stateOf(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Marks a folder as a demo's, begun or finished. */
export function mark(folder: string, finished: boolean): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, marker), `${JSON.stringify({ edition, finished })}\n`);
}

function read(folder: string): { edition: number; finished: boolean } {
  try {
    const found = recordIn(JSON.parse(readFileSync(join(folder, marker), 'utf8')));
    return { edition: Number(found['edition']), finished: found['finished'] === true };
  } catch {
    return { edition: 0, finished: false };
  }
}
