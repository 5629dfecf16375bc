import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSetupLock } from './lock.mjs';
import { nodePath } from './pinned-node.mjs';
import { commandFile, inRoot } from './root.mjs';
import { run } from './run.mjs';

const sources = ['engine/contract', 'engine/web', 'sys', 'app/web', 'tsconfig.web.json', 'package-lock.json'];
const stamp = inRoot('app/web/dist/.sources');

/** Builds the browser's part when its sources are not those of the last finished build. True when it built. */
export async function buildWeb() {
  if (isCurrent()) return false;
  return withSetupLock(async () => {
    if (isCurrent()) return false;
    console.log(`Building the browser's part, because ${existsSync(stamp) ? 'its sources changed' : 'there is no finished build'}.`);
    const before = hashOfSources();
    rmSync(stamp, { force: true });
    const { code, output } = await run(nodePath(), [commandFile('vite', 'vite', 'app'), 'build', 'web'], {
      cwd: inRoot('app'),
      quiet: true,
    });
    if (code !== 0) throw new Error(`The browser's part could not be built.\n${output}`);
    writeFileSync(stamp, before);
    return true;
  });
}

const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesUnder(source))) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(inRoot(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(inRoot(path))) return [];
  if (!statSync(inRoot(path)).isDirectory()) return [path];
  return readdirSync(inRoot(path))
    .sort()
    .flatMap((name) => (/\.test\.tsx?$|^(dist|node_modules|server|migrations|seed)$/.test(name) ? [] : filesUnder(join(path, name))));
}
