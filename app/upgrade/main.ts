import { productVersion } from '@back-office/server/platform/product-version.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { applyCodemods } from '../codemods/apply-codemods.ts';
import { codemods } from '../codemods/codemods.ts';
import { loadOffice } from '../loading/load-office.ts';
import { findOffice, ourFile } from '../loading/office-place.mjs';

/*
 * The new version's part in the trial of an upgrade (scripts/upgrade.mjs), in a copy of the company's folder, named by OFFICE:
 * `main.ts codemods <from>` changes its sources, `main.ts rehearse [backup]` starts on a copy of its data.
 */
const [command, argument] = process.argv.slice(2);

try {
  if (command === 'codemods' && argument !== undefined) {
    // In a checkout the company's folder is elsewhere; the packages that it imports may not be installed yet.
    const folder = findOffice(process.env['OFFICE'])?.folder;
    if (folder === undefined) throw new StartError('Set OFFICE to the folder of the company whose sources are to be changed.');
    const applied = await applyCodemods(folder, { from: argument, to: productVersion, codemods });
    process.stdout.write(
      applied.map(({ title, files }) => `${title}：${files.length} 个文件 ${files.join('、')}`.trimEnd() + '\n').join(''),
    );
  } else if (command === 'rehearse') {
    const place = await loadOffice(process.env['OFFICE']);
    // Imported only now: its imports need the office.
    const { rehearsalSettings, rehearse } = await import('./rehearse.ts');
    const settings = rehearsalSettings(process.env);
    process.env['TZ'] = settings.timeZone;
    await rehearse(settings, { environment: process.env, webRoot: place?.dist ?? ourFile('app/web/dist') }, argument);
  } else throw new StartError('This is called by npx back-office upgrade.');
  process.exit(0);
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
