import type { Services } from '@back-office/server/office/server-feature.ts';
import type { SettingTrial } from '@back-office/server/office/setting-trial.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { removeBytes, storeBytes } from '@back-office/server/platform/storage/store-bytes.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

type Parts = Pick<Services, 'files' | 'tryBackups' | 'log'>;

/** Tests of the file storage and of the backup storage: a small object is written, read and deleted. */
export const storeTrials = ({ files, tryBackups, log }: Parts): readonly SettingTrial[] => [
  {
    tries: (name) => name === 'UPLOAD_CHUNK_MB',
    ask: async () => {
      await explained(log, '文件存储', async () => {
        const bytes = randomBytes(1024);
        const { key } = await storeBytes(files, Readable.from([bytes]));
        try {
          if (!(await buffer(await files.storage.read(key))).equals(bytes)) throw new Error('What was read is not what was written');
        } finally {
          await removeBytes(files, key);
        }
      });
      return '文件存储正常：已写入、读出并删除一个小文件';
    },
  },
  {
    tries: (name) => name === 'BACKUP_KEEP',
    ask: async () => {
      if (tryBackups === undefined)
        throw new Refusal('refused', { message: '还没有设置备份存放处，请运维人员设置 BACKUP_DIR 或 BACKUP_S3_BUCKET' });
      await explained(log, '备份存放处', tryBackups);
      return '备份存放处正常：已写入、读出并删除一个小文件';
    },
  },
];

/** The full reason is for the log only: it may contain paths and hosts. */
async function explained(log: Parts['log'], what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (err) {
    if (err instanceof Refusal) throw err;
    log.warn({ err }, 'A store that was tried did not work');
    const word = wordOf(err);
    throw new Refusal('refused', { message: `${what}不能使用${word === undefined ? '' : `（${word}）`}，原因已写入服务器日志` });
  }
}

/** Error names that mean nothing to the reader. */
const ours = new Set(['Error', 'StartError', 'Unavailable']);

/** The error code of the cause, such as EACCES. */
function wordOf(error: unknown): string | undefined {
  const { code, name, cause } = recordIn(error);
  const behind = cause === undefined ? undefined : wordOf(cause);
  return behind ?? [code, name].find((one): one is string => typeof one === 'string' && /^\w{1,40}$/.test(one) && !ours.has(one));
}
