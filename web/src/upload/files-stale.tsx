import type { FileRecord } from '@back-office/contract/calls/file.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { mayPass } from '../request/may-pass.ts';

/** Above files that could not be read anew: why, and the way to ask at once. Nothing while they are as the server has them. */
export function FilesStale({ files: { data, error, isError, isFetching, refetch } }: { files: UseQueryResult<FileRecord[]> }) {
  if (!isError || data === undefined) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${mayPass(error) ? '没有连上服务器，正在重试' : error.message}。下面的附件可能不是最新的。`}
      action={
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          立即重试
        </Button>
      }
    />
  );
}
