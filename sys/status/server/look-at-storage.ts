import type { StatusItem } from '../status.ts';
import type { NodeRow } from './look-at-nodes.ts';
import { judge, say, sizeOf, whileOf } from './words.ts';

/** Seconds for which a failure of the storage is a trouble of now. */
const recent = 3600;

/** What is free where each node keeps its data, and when its storage of files last failed. */
export function lookAtStorage(nodes: readonly NodeRow[]): StatusItem[] {
  return nodes.flatMap(({ nodeName, report: { disk, files, storageError } }) => [
    files === 's3'
      ? say({ name: `files ${nodeName}`, title: nodeName, value: '文件在 S3 对象存储；余量请看存储服务' })
      : diskItem(nodeName, disk),
    ...(storageError === undefined ? [] : [errorItem(nodeName, storageError)]),
  ]);
}

function diskItem(node: string, disk: NodeRow['report']['disk']): StatusItem {
  const name = `disk ${node}`;
  if (disk === undefined)
    return {
      name,
      title: node,
      level: 'bad',
      value: '读不到 DATA_DIR 所在的磁盘',
      cure: '检查 DATA_DIR 是否存在、是否已挂载、服务的用户能否读写',
    };
  const share = disk.free / Math.max(1, disk.total);
  return judge(
    { name, title: node, value: `剩余 ${sizeOf(disk.free)}，共 ${sizeOf(disk.total)}（${Math.round(share * 100)}%）` },
    [share < 0.05, 'bad', '磁盘将满，上传与导出会被拒绝：删除旧的备份与日志，或扩容'],
    [share < 0.15, 'warn', '磁盘余量不多：安排清理或扩容'],
  );
}

function errorItem(node: string, { time, message }: { time: number; message: string }): StatusItem {
  const ago = Math.max(0, (Date.now() - time) / 1000);
  return judge({ name: `storage ${node}`, title: `${node} 最近的存储错误`, value: `${whileOf(ago)}前：${message}` }, [
    ago < recent,
    'bad',
    '上传、下载或导出失败过：检查磁盘余量、权限，S3 则检查网络与密钥',
  ]);
}
