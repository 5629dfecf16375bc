import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ourFile, packed } from '../app/loading/office-place.mjs';
import { main } from './lib/main.mjs';
import { nodePath, outsideEnvironment, requireNode } from './lib/pinned-node.mjs';
import { readOffice } from './lib/read-office.mjs';
import { packagePlace } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { onStop } from './lib/stop.mjs';
import { findVersion } from './lib/upgrade/find-version.mjs';
import { changedFiles, makeTryFolder, takeOver } from './lib/upgrade/try-folder.mjs';
import { UpgradeReport } from './lib/upgrade/upgrade-report.mjs';

/*
 * `npx back-office upgrade`, `upgrade <version>`, `upgrade <archive>`: tries the newest version in a copy of the company's folder, on a
 * copy of its data, and adopts it if there are no problems (docs/guide/upgrading.md).
 */
await main(async ([requested]) => {
  if (!packed) throw new Error('This is a checkout: take the new version with Git, and try it as docs/guide/upgrading.md says.');
  await requireNode();
  const { folder: company } = readOffice();
  const target = await findVersion(requested);
  const report = new UpgradeReport(company, target);
  const trial = makeTryFolder(company, process.env);
  const { folder, left } = trial;
  // It contains a copy of the data.
  onStop(() => rmSync(folder, { recursive: true, force: true }));
  try {
    if (left.length > 0) await report.step('复制源码', () => `没有带上的数据、备份和安装包：${left.join('、')}`);
    await tryVersion(report, { company, trial, target });
    let files;
    await report.step('换上', () => void (files = takeOver(company, trial, target.archive)));
    report.close(`已换成 ${target.version}，改动的文件：${files.join('、')}。重新启动服务后，真正的数据才会迁移；请先备份。`);
    return 0;
  } catch {
    report.close('没有换：源码、锁文件、已安装的包和数据都与升级前一样。');
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    console.log(`\n${report.file}`);
  }
});

async function tryVersion(report, { company, trial, target }) {
  const { folder } = trial;
  const command = join(folder, 'node_modules/back-office/scripts/back-office.mjs');
  const ours = (...args) => outputOf(nodePath(), [command, ...args], { cwd: folder, env: environmentOf(folder) });
  await report.step(`安装 ${target.version}`, async () => {
    const args = ['install', target.from, '--save-exact', '--no-audit', '--no-fund', '--loglevel=error'];
    await outputOf('npm', args, { cwd: folder, env: { ...outsideEnvironment(), INIT_CWD: folder } });
  });
  const before = new Set(changedFiles(trial));
  await report.step('改写源码', async () => {
    const output = await ours('codemods', target.current);
    return output || (changedFiles(trial).some((file) => !before.has(file)) ? '' : '不需要改动');
  });
  await report.step('检查类型', () => (packagePlace('typescript', folder) ? ours('check') : '没有安装 typescript，跳过'));
  const backup = join(folder, 'backup.tar.gz');
  await report.step('备份现在的数据', () => backUp(company, backup));
  await report.step('演练：在副本上启动新版本', () => ours('rehearse', ...(existsSync(backup) ? [backup] : [])));
}

/** Made by the installed version, which knows its own data, and not recorded, as it is removed with the copy; skipped if there is no data yet. */
async function backUp(company, file) {
  const { DATABASE_URL: url, DATA_DIR: dataDir = 'data' } = process.env;
  if (!url && !existsSync(join(resolve(company, dataDir), 'database'))) return '还没有数据，跳过';
  const command = [ourFile('app/backup/main.ts'), 'backup', '--unrecorded', file];
  const { code, output } = await run(nodePath(), command, { cwd: company, quiet: true });
  // The rehearsal needs none of the files that 4 says are missing.
  if (code !== 0 && code !== 4) throw new Error(output.trim() || `backup ended with ${code}`);
  return output.trim();
}

/** The environment of the copy: it names neither the real database nor the real files. */
function environmentOf(folder) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:DATABASE_URL|S3_.*|SMS_.*|OFFICE|INIT_CWD|PORT)$/.test(name));
  return { ...Object.fromEntries(kept), DATA_DIR: join(folder, 'data'), PRECOMPRESS: 'off' };
}

/** Runs a command, and returns its output; throws it if the command failed. */
async function outputOf(command, args, options) {
  const { code, output } = await run(command, args, { ...options, quiet: true });
  if (code !== 0) throw new Error(output.trim() || `${command} ended with ${code}`);
  return output.trim();
}
