import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { main } from './lib/main.mjs';
import { inRoot, root } from './lib/root.mjs';

// npm runs this in the project's folder; a file is relative to the operator's current folder.
const target = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? 'sbom.cdx.json');

/** Writes the software bill of materials of the delivered product: CycloneDX, from the lock file, so that nothing has to be installed. */
await main(async () => {
  const args = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const text = execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2, shell: process.platform === 'win32' });
  const bill = JSON.parse(text);
  // Reading the lock file alone, npm names the project after its folder.
  bill.metadata.component.name = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).name;
  writeFileSync(target, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} components: ${target}`);
  return 0;
});
