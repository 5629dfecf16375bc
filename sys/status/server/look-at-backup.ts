import { basename } from 'node:path';
import { commandLine } from '@back-office/server/platform/command-line.ts';
import type { LastBackup } from '@back-office/server/platform/last-backup.ts';
import { isOfFuture, newestFirst } from '@back-office/server/platform/metrics/scheduled-backups.ts';
import type { StatusItem } from '../status.ts';
import type { NodeRow } from './look-at-nodes.ts';
import { gradedItem, durationText } from './words.ts';

const day = 86_400;

/** How to schedule automatic backups. */
const schedule = '设置 BACKUP_DIR（文件夹）或 BACKUP_S3_BUCKET（桶），服务就每天自己备份并校验，时间在 定时任务 的“备份”里改';

/** The last backup known to any node: its age, and whether it has been verified since. */
export function lookAtBackup(nodes: readonly NodeRow[]): StatusItem[] {
  const known = nodes.flatMap(({ report: { backup } }) => backup ?? []);
  const last = known.toSorted(newestFirst)[0];
  if (last === undefined)
    return [
      {
        name: 'age',
        title: '上次备份',
        level: 'warn',
        value: '没有记录',
        cure: `${schedule}；别的办法做的备份这里看不到`,
      },
    ];
  return [ageItem(last), verifiedItem(last)];
}

function ageItem(last: LastBackup): StatusItem {
  const { made, file } = last;
  const base = { name: 'age', title: '上次备份' };
  if (isOfFuture(last))
    return gradedItem({ ...base, value: `时间在将来，${file}` }, [
      true,
      'bad',
      '做备份的机器当时时钟快了，看不出备份是否停了：启用 NTP（chrony），再备份一次',
    ]);
  const age = Math.max(0, (Date.now() - made) / 1000);
  return gradedItem(
    { ...base, value: `${durationText(age)}前，${file}` },
    [age > 7 * day, 'bad', `备份太旧：现在备份一次，再看 定时任务 里的“备份”为什么停了；没有这一项就${schedule}`],
    [age > 1.5 * day, 'warn', `超过一天没有备份：看 定时任务 里的“备份”是否失败或暂停；没有这一项就${schedule}`],
  );
}

function verifiedItem({ verified, file, incomplete }: LastBackup): StatusItem {
  const isIncomplete = incomplete?.includes(basename(file)) === true;
  const state = isIncomplete ? '缺少文件' : '完整';
  const value = verified === undefined ? '没有校验过' : `${durationText(Math.max(0, (Date.now() - verified) / 1000))}前校验，${state}`;
  return gradedItem(
    { name: 'verified', title: '校验', value },
    [isIncomplete, 'bad', `备份里缺少数据库里记着的文件：检查文件存储，执行 ${commandLine('backup', '文件')} 看缺少哪些`],
    [verified === undefined, 'warn', `执行 ${commandLine('backup', `--verify ${file}`)}，并不时在另一台机器上试恢复`],
  );
}
