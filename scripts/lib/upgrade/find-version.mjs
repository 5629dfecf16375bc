import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { home, inRoot, readJson } from '../root.mjs';
import { outsideEnvironment } from '../pinned-node.mjs';
import { run } from '../run.mjs';

/**
 * The target of an upgrade: an archive, a version or, if nothing is named, the newest that npm knows. Returns its
 * `version` and `from`, which npm installs it from, and the `archive` if it is one. Throws a message if there is none.
 */
export async function findVersion(given) {
  const { name, version: current } = readJson(inRoot('package.json'));
  const archive = given !== undefined && /\.t(?:ar\.)?gz$/.test(given) ? resolve(home, given) : undefined;
  const version = archive ? await versionOfArchive(archive, name) : await newestVersion(name, given ?? 'latest');
  if (version === current) throw new Error(`已经是 ${current}，没有更新的版本。`);
  return { current, version, archive, from: archive ?? `${name}@${version}` };
}

async function versionOfArchive(archive, name) {
  if (!existsSync(archive)) throw new Error(`没有文件 ${archive}。`);
  const { code, output } = await run('tar', ['-xzOf', archive, 'package/package.json'], { quiet: true });
  const manifest = code === 0 ? JSON.parse(output) : {};
  if (manifest.name !== name) throw new Error(`${archive} 不是 ${name} 的安装包。`);
  return manifest.version;
}

async function newestVersion(name, wanted) {
  const { code, output } = await run('npm', ['view', `${name}@${wanted}`, 'version'], { quiet: true, env: outsideEnvironment() });
  const version = /\d+\.\d+\.\d+\S*\s*$/.exec(output)?.[0].trim().replaceAll("'", '');
  if (code !== 0 || !version) throw new Error(`npm 没有找到 ${name}@${wanted}；没有网络时给出安装包：npx back-office upgrade <安装包>.tgz`);
  return version;
}
