import type { WatchAnswer } from '@back-office/contract/calls/live.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../request/api-error.ts';
import { useLive } from './use-live.ts';
import { watchRecord } from './watch-record.ts';

interface ChangedBannerProps {
  /** The resource's name, such as sys/user. */
  resource: string;
  /** The record that the form began with, or that is read; one without an id is not stored yet. */
  base: Readonly<Record<string, unknown>>;
  /** Set while nothing is being edited: the record is refetched when somebody else saves it. */
  reading?: boolean;
  /** Called with whether the record has been deleted. */
  onGone?: ((gone: boolean) => void) | undefined;
}

const changed = '他人刚刚修改了这条数据，保存时可以逐项选择以谁为准';
const deleted = '他人刚刚删除了这条数据，填写的内容无法再保存';
const deletedRead = '这条数据已被删除，现在显示的是删除前的内容';

/** Warns above a form that someone else has saved the record, before the conflict would, and above a record that it has been deleted. */
export function ChangedBanner({ resource, base, reading = false, onGone }: ChangedBannerProps) {
  const queries = useQueryClient();
  const [found, setFound] = useState<{ words: string; against: unknown }>();
  const { id, version } = base;
  const stored = typeof id === 'string' && id !== '' ? id : undefined;

  const showChange = async (answer: Promise<WatchAnswer>): Promise<void> => {
    const words = await answer.then(
      (now) => (now.version === version ? undefined : changed),
      // Whatever went wrong here, saving still reports a conflict.
      (error: unknown) => (error instanceof ApiError && error.code === codes.gone.code ? deleted : undefined),
    );
    // The list beside it is stale as well. A deleted record is not refetched: that would only report the deletion again.
    const stands = ({ queryKey }: { queryKey: QueryKey }): boolean => words !== deleted || !queryKey.includes(id);
    if (reading && words !== undefined) void queries.invalidateQueries({ queryKey: [resource], predicate: stands });
    const said = !reading ? words : words === deleted ? deletedRead : undefined;
    onGone?.(said === deletedRead);
    setFound(said === undefined ? undefined : { words: said, against: version });
  };
  useLive('record', ({ topic, ids }) => {
    if (stored !== undefined && (topic === 'all' || ids === undefined || ids.includes(stored)))
      void showChange(watchRecord.fetchVersion(resource, stored));
  });
  const watchAgain = useEffectEvent((recordId: string) => void showChange(watchRecord.fetchVersion(resource, recordId)));
  useEffect(() => {
    if (stored === undefined) return;
    const { answer, leave } = watchRecord.begin(resource, stored, () => watchAgain(stored));
    void showChange(answer);
    return leave;
    // oxlint-disable-next-line react/exhaustive-deps -- watched as long as this record is open here
  }, [resource, stored]);

  if (found === undefined || found.against !== version) return null;
  return <Alert type="warning" showIcon role="status" title={found.words} style={{ marginBottom: 16 }} />;
}
