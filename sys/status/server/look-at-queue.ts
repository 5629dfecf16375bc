import { isTaken } from '@back-office/server/platform/jobs/job-store.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { type Kysely, sql } from 'kysely';
import type { StatusItem } from '../status.ts';
import { gradedItem, durationText } from './words.ts';

interface Queue {
  readonly waiting: number;
  readonly running: number;
  readonly oldest: number | null;
  readonly failed: string[] | null;
  readonly paused: string[] | null;
}

/** Seconds that a due job may wait: nodes check every second, but jobs of the same kind run one after another. */
const limits = { warn: 120, bad: 900 };

/** How long due jobs have waited, which kinds have failed, and which are paused. */
export async function lookAtQueue(db: Kysely<Tables>): Promise<StatusItem[]> {
  const { rows } = await sql<Queue>`
    SELECT count(*) FILTER (WHERE state = 'waiting' AND run_time <= now())::integer AS waiting,
      count(*) FILTER (WHERE state = 'running')::integer AS running,
      extract(epoch FROM now() - min(run_time) FILTER (WHERE state = 'waiting' AND run_time <= now() AND ${isTaken}))::float8 AS oldest,
      (SELECT array_agg(job_title ORDER BY job_title) FROM sys_job_plan WHERE is_failed = '是') AS failed,
      (SELECT array_agg(job_title ORDER BY job_title) FROM sys_job_kind WHERE is_paused) AS paused
    FROM sys_job WHERE state IN ('waiting', 'running')`.execute(db);
  const { waiting = 0, running = 0, oldest = null, failed = null, paused = null } = rows[0] ?? {};
  const wait = oldest ?? 0;
  return [
    gradedItem(
      { name: 'oldest', title: '最久的等待', value: oldest === null ? '没有到期未执行的任务' : durationText(wait) },
      [wait > limits.bad, 'bad', '任务没有人执行：看节点是否都在，以及 定时任务 里哪一种在执行中'],
      [wait > limits.warn, 'warn', '任务排队较久：看 定时任务 里哪一种耗时长'],
    ),
    gradedItem({ name: 'counts', title: '队列', value: `到期等待 ${waiting} 个，执行中 ${running} 个` }),
    gradedItem({ name: 'failed', title: '失败的任务', value: failed === null ? '没有' : failed.join('、') }, [
      failed !== null,
      'bad',
      '在 执行记录 里看原因，处理后重试',
    ]),
    gradedItem({ name: 'paused', title: '暂停的任务', value: paused === null ? '没有' : paused.join('、') }, [
      paused !== null,
      'warn',
      '确认是有意暂停的；在 定时任务 里恢复',
    ]),
  ];
}
