import { formatBytes } from '@back-office/contract/format-bytes.ts';
import { type NodeReport, silentAfter } from '@back-office/server/platform/metrics/node-report.ts';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import { type Kysely, sql } from 'kysely';
import type { StatusItem } from '../status.ts';
import { gradedItem, type LevelRule, durationText } from './words.ts';

/** A node's last report. */
export interface NodeRow extends Readonly<Row<'sys_node', 'nodeName'>> {
  readonly startTime: string;
  /** Seconds since then. */
  readonly silent: number;
  readonly report: NodeReport;
}

/** Limits above which a node, clock or event loop is in trouble. */
const limits = {
  loopWarn: 200,
  loopBad: 1000,
  clockWarn: 2,
  clockBad: 30,
  socketsWarn: 0.8,
  socketsBad: 0.95,
  freeWarn: 0.1,
  freeBad: 0.05,
  heapWarn: 0.85,
};

export async function readNodes(db: Kysely<Tables>): Promise<NodeRow[]> {
  return db
    .selectFrom('sys_node')
    .select(['nodeName', 'report', sql<string>`to_char(start_time, 'YYYY-MM-DD HH24:MI')`.as('startTime')])
    .select(sql<number>`extract(epoch FROM now() - seen_time)::float8`.as('silent'))
    .orderBy('nodeName')
    .orderBy('startTime')
    .limit(100)
    .$narrowType<{ report: NodeReport }>()
    .execute();
}

/** The nodes that reported within the last day, and properties that all nodes should share. */
export function lookAtNodes(nodes: readonly NodeRow[]): StatusItem[] {
  const living = nodes.filter(({ silent }) => silent <= silentAfter);
  const versions = [...new Set(living.map(({ report }) => report.version))];
  return [
    ...nodes.map(nodeItem),
    gradedItem({ name: 'living', title: '在运行', value: `${living.length} 个节点` }, [
      living.length === 0,
      'bad',
      '没有节点报告：刚刚启动时等十几秒；否则看服务器日志里的 could not report',
    ]),
    gradedItem({ name: 'versions', title: '版本', value: versions.join('、') || '未知' }, [
      versions.length > 1,
      'warn',
      '节点的版本不同：升级途中是正常的，之后把旧的节点也升级',
    ]),
  ];
}

function nodeItem({ nodeName, startTime, silent, report }: NodeRow): StatusItem {
  const { memory, loopDelay, sockets, pool, clockAhead, version, runtime, more } = report;
  const value = [
    `版本 ${version}（Node ${runtime}）`,
    `自 ${startTime}`,
    `内存 ${formatBytes(memory)}${more === undefined ? '' : `（机器剩余 ${formatBytes(more.memory.free)}，共 ${formatBytes(more.memory.total)}）`}`,
    `循环延迟 ${loopDelay} ms`,
    `实时连接 ${sockets}${more === undefined ? '' : ` / ${more.connections}`}`,
    `连接池 ${pool.used}/${pool.most}${pool.waiting > 0 ? `，${pool.waiting} 个请求在等` : ''}`,
    `时钟偏差 ${clockAhead} 秒`,
    // A separator never starts a line.
  ].join('\u00a0· ');
  const skew = Math.abs(clockAhead);
  return gradedItem(
    { name: `node ${nodeName}`, title: nodeName, value },
    [
      silent > silentAfter,
      'bad',
      `已有 ${durationText(silent)}没有消息：进程可能被终止或连不上数据库。查看那台机器；若已撤下，一天后自动从这里消失`,
    ],
    [skew >= limits.clockBad, 'bad', '时钟与数据库相差太多，登录与两步验证会失败：在这台机器上启用 NTP（chrony）'],
    [loopDelay >= limits.loopBad, 'bad', '进程忙不过来：看它的 CPU，减少同时的导入导出，或增加节点'],
    ...fullness(report),
    // Trouble only if as many requests wait as are served; one or two for a moment, as with the embedded database's single connection, are normal.
    [pool.waiting >= Math.max(pool.most, 5), 'warn', '请求在等数据库连接：看下面的慢语句与长事务'],
    [loopDelay >= limits.loopWarn, 'warn', '进程有时忙：持续如此就增加节点'],
    [skew >= limits.clockWarn, 'warn', '时钟与数据库不一致：在这台机器上启用 NTP（chrony）'],
  );
}

/** A node's limited resources; worse levels first. */
function fullness({ sockets, more }: NodeReport): LevelRule[] {
  if (more === undefined) return [];
  const { connections, memory, heap } = more;
  const free = memory.free / Math.max(1, memory.total);
  const full = '实时连接将满，之后的人收不到通知：增加节点，或调大 MAX_CONNECTIONS（也看 ulimit -n）';
  const tight = '内存将用尽，进程会被系统终止：加内存，或看这台机器上还有什么在用';
  return [
    [sockets > connections * limits.socketsBad, 'bad', full],
    [free < limits.freeBad, 'bad', tight],
    [sockets > connections * limits.socketsWarn, 'warn', full],
    [free < limits.freeWarn, 'warn', tight],
    [heap.used > heap.most * limits.heapWarn, 'warn', '进程自己的内存将满：用 NODE_OPTIONS=--max-old-space-size 调大，或增加节点'],
  ];
}
