import type { WatchAnswer } from '@back-office/contract/calls/live.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { Alert } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError } from '../request/api-error.ts';
import { request } from '../request/request.ts';
import { useLive } from './use-live.ts';

interface ChangedLineProps {
  /** The resource's name, such as sys/user. */
  resource: string;
  /** The record that the form began with; one without an id is not stored yet. */
  base: Readonly<Record<string, unknown>>;
}

const changed = '他人刚刚修改了这条数据，保存时可以逐项选择以谁为准';
const deleted = '他人刚刚删除了这条数据，填写的内容无法再保存';

/** Says above a form that someone else saved its record meanwhile, before the conflict does. */
export function ChangedBanner({ resource, base }: ChangedLineProps) {
  const [found, setFound] = useState<{ words: string; against: unknown }>();
  const { id, version } = base;
  const stored = typeof id === 'string' ? id : undefined;

  const look = async (): Promise<void> => {
    const path = '/api/live/watch';
    try {
      const answer = await request<WatchAnswer>(path, { method: 'POST', json: { resource, id: stored }, quiet: true });
      setFound(answer.version === version ? undefined : { words: changed, against: version });
    } catch (error) {
      // Whatever went wrong here, saving still reports a conflict.
      if (error instanceof ApiError && error.code === codes.gone.code) setFound({ words: deleted, against: version });
    }
  };
  useLive('record', ({ topic, ids }) => {
    if (stored !== undefined && (topic === 'all' || ids === undefined || ids.includes(stored))) void look();
  });
  useEffect(() => {
    if (stored === undefined) return;
    void look();
    return () => void request(`/api/live/watch/${stored}`, { method: 'DELETE', quiet: true }).catch(() => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- watched as long as this record is open here
  }, [resource, stored]);

  if (found === undefined || found.against !== version) return null;
  return <Alert type="warning" showIcon role="status" title={found.words} style={{ marginBottom: 16 }} />;
}
