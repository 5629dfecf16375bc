import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ourFile } from '../../app/loading/office-place.mjs';
import { companyFiles } from './company-files.mjs';
import { withSetupLock } from './lock.mjs';
import { nodePath } from './pinned-node.mjs';
import { commandFile, inRoot, root } from './root.mjs';
import { run } from './run.mjs';

const app = ['app/office.ts', 'app/own', 'app/loading', 'app/entry', 'app/web'];
const sources = ['engine/contract', 'engine/web', 'sys', ...app, 'tsconfig.web.json', 'package-lock.json'];
/** Files that are not part of the browser's part. */
const skipped = /^\.|\.test\.tsx?$|\.(md|sh|sql)$|^server\.ts$|^(INSTALL\.txt|dist|node_modules|scripts|server|migrations|seed|data)$/;

/**
 * Builds the browser's part if its sources differ from those of the last complete build: our own, or those of the given office. True if it built.
 * `plain` is for pages that only a test loads: it omits the compressed files, which take three times as long as the rest; where they are needed, it
 * is built again. `before` runs if there is something to build, and prevents the build by throwing.
 */
export async function buildWeb(office, { plain = process.env.PRECOMPRESS === 'off', before = async () => {} } = {}) {
  const stamp = join(office?.dist ?? inRoot('app/web/dist'), '.sources');
  const isCurrent = () => {
    const [hash, without] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
    return (plain || without === undefined) && hash === hashOfSources(office);
  };
  if (isCurrent()) return false;
  await before();
  return withSetupLock(async () => {
    if (isCurrent()) return false;
    if (office) await tryOffice(office);
    console.log(`Building the browser's part, because ${existsSync(stamp) ? 'its sources changed' : 'there is no finished build'}.`);
    const hash = hashOfSources(office);
    rmSync(stamp, { force: true });
    const { code, output } = await run(nodePath(), [commandFile('vite', 'vite', 'app'), 'build', 'web'], {
      cwd: inRoot('app'),
      quiet: true,
      env: { ...process.env, ...(office ? { OFFICE: office.folder } : {}), ...(plain ? { PRECOMPRESS: 'off' } : {}) },
    });
    if (code !== 0) throw new Error(`The browser's part could not be built.\n${output}`);
    writeFileSync(stamp, plain ? `${hash} plain` : hash);
    return true;
  });
}

/** Reports the mistakes of an office as messages, before the build fails with its own. */
async function tryOffice({ folder }) {
  const { code, output } = await run(nodePath(), [ourFile('app/loading/try-office.ts'), folder], { quiet: true });
  if (code !== 0) throw new Error(output.trim());
  // If the check itself fails, the build reports the cause better.
  const pages = await run(nodePath(), [ourFile('app/loading/try-web.ts'), folder], { quiet: true });
  if (pages.code === 1) throw new Error(pages.output.trim());
}

function hashOfSources(office) {
  const hash = createHash('sha256');
  const files = [...sources.map(ourFile), ...(office ? filesOf(office) : [])].flatMap(filesUnder);
  // By its path in the folder: a build made elsewhere is as good.
  for (const file of files) hash.update(nameOf(file, office)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Its sources: no data, which change at each start, and no backups. */
function filesOf({ folder }) {
  const { files } = companyFiles(folder, process.env, (name) => skipped.test(name));
  return files.map((file) => join(folder, file));
}

const nameOf = (file, office) =>
  office && file.startsWith(office.folder + sep) ? `office/${relative(office.folder, file)}` : relative(root, file);

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => (skipped.test(name) ? [] : filesUnder(join(path, name))));
}
