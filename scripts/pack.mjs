import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { packed } from '../app/loading/office-place.mjs';
import { buildWeb } from './lib/build-web.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';
import { main } from './lib/main.mjs';
import { commandEntries, packedFiles, productionPackages } from './lib/offline/production-packages.mjs';
import { readOffice } from './lib/read-office.mjs';
import { home, inRoot, readJson } from './lib/root.mjs';
import { run } from './lib/run.mjs';
import { onStop } from './lib/stop.mjs';

/* `npx back-office pack`, `pack <file>`: the company's folder with everything it needs, for machines without a network. */
await main(async ([given]) => {
  if (!packed) throw new Error('This is a checkout: npm run package makes the package, and pack is for a folder that depends on it.');
  await ensureInstall();
  const office = readOffice();
  const company = office.folder;
  const packages = productionPackages(company);
  await buildWeb(office);
  const { version } = readJson(inRoot('package.json'));
  const file = resolve(home, given ?? join('..', `${basename(company)}-${version}-${process.platform}-${process.arch}.tar.gz`));
  const { files, left } = packedFiles(company, process.env);
  const note = mkdtempSync(join(tmpdir(), 'back-office-pack-'));
  onStop(() => rmSync(note, { recursive: true, force: true }));
  writeFileSync(join(note, 'INSTALL.txt'), installText(version));
  const entries = [...files, relative(company, office.dist), ...packages, ...commandEntries(company)];
  const list = join(note, 'list');
  writeFileSync(list, `${entries.map((entry) => `./${entry.replaceAll('\\', '/')}`).join('\n')}\n`);
  const { code, output } = await run('tar', ['-czf', file, '-C', note, './INSTALL.txt', '-C', company, '-T', list], { quiet: true });
  rmSync(note, { recursive: true, force: true });
  if (code !== 0) throw new Error(`${file} could not be written.\n${output}`);
  console.log(
    `${file}（${Math.round(statSync(file).size / 1024 ** 2)} MB，${packages.length} 个包）\n${leftText(left)}\n${installText(version)}`,
  );
  return 0;
});

/** What was found and left out, so that nobody misses it. */
function leftText(left) {
  return left.length === 0 ? '' : `没有放进去的数据、备份和安装包：${left.join('、')}\n`;
}

/** The installation instructions, which are included. */
function installText(version) {
  return `没有网络的机器上的安装（back-office ${version}，${process.platform} ${process.arch}，Node ${process.versions.node.split('.')[0]} 或更新）：

  mkdir office && tar -xzf 安装包.tar.gz -C office
  cd office
  npx back-office doctor
  npx back-office start

操作系统与处理器要与打包的机器相同。数据、备份、.env 和 .git 不在里面：设置照旧用环境变量给出。
换上新版本时解到新的文件夹，先用旧的备份，再在副本上演练，DATA_DIR 要是空的：

  DATA_DIR=/tmp/try npx back-office rehearse /备份.tar.gz

通过以后，停下旧的，用同一个 DATA_DIR 或 DATABASE_URL 启动新的。
`;
}
