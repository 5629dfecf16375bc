import type { LastBackup } from '@back-office/server/platform/last-backup.ts';
import type { StatusItem } from '../status.ts';
import type { NodeRow } from './look-at-nodes.ts';
import { judge, whileOf } from './words.ts';

const day = 86_400;

/** The last backup that any node knows of: how old it is, and whether it was read to its end since. */
export function lookAtBackup(nodes: readonly NodeRow[]): StatusItem[] {
  const known = nodes.flatMap(({ report: { backup } }) => backup ?? []);
  const last = known.toSorted((one, other) => other.made - one.made)[0];
  if (last === undefined)
    return [
      {
        name: 'age',
        title: '上次备份',
        level: 'warn',
        value: '没有记录',
        cure: '用服务的设置执行 npm run backup -- 文件，并每天定时执行；在别的机器或容器里做的备份这里看不到',
      },
    ];
  return [ageItem(last), verifiedItem(last)];
}

function ageItem({ made, file }: LastBackup): StatusItem {
  const age = Math.max(0, (Date.now() - made) / 1000);
  return judge(
    { name: 'age', title: '上次备份', value: `${whileOf(age)}前，${file}` },
    [age > 7 * day, 'bad', '备份太旧：现在备份一次，再检查定时备份为什么停了'],
    [age > 1.5 * day, 'warn', '超过一天没有备份：检查定时备份'],
  );
}

function verifiedItem({ verified, file }: LastBackup): StatusItem {
  const value = verified === undefined ? '没有校验过' : `${whileOf(Math.max(0, (Date.now() - verified) / 1000))}前校验，完整`;
  return judge({ name: 'verified', title: '校验', value }, [
    verified === undefined,
    'warn',
    `执行 npm run backup -- --verify ${file}，并不时在另一台机器上试恢复`,
  ]);
}
