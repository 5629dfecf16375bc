import { ArrowLeftOutlined, CheckOutlined } from '@ant-design/icons';
import type { NoticeAnswer } from '../own-notices.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { Alert, Button, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '@back-office/web/platform/live/use-live.ts';
import { ApiError } from '@back-office/web/platform/request/api-error.ts';
import { isTransient } from '@back-office/web/platform/request/retry-until-success.ts';
import { ErrorState } from '@back-office/web/platform/states/error-state.tsx';
import { LazyNoticeBody } from './lazy-notice-body.tsx';
import { LevelTag } from './level-tag.tsx';
import { NoticeFiles } from './notice-files.tsx';
import { useMarks } from './use-notices.ts';

const isChanged = (error: unknown): boolean => error instanceof ApiError && error.code === codes.conflict.code;

/** A notice; showing it marks it as read. */
export function NoticeView({ id, close }: { id: string; close: () => void }) {
  const { read: markRead, confirm, marking } = useMarks();
  const [notice, setNotice] = useState<NoticeAnswer>();
  const [failed, setFailed] = useState<Error>();
  const requestedId = useRef<string>(undefined);
  const [newest, setNewest] = useState(0);
  const read = (): void => void markRead(id).then(setNotice, setFailed);
  useLive('notice', (data) => {
    const said = recordIn(data);
    if (said['id'] === id && typeof said['version'] === 'number') setNewest(said['version']);
  });
  useEffect(() => {
    // Once per notice, even if effects run twice.
    if (requestedId.current === id) return;
    requestedId.current = id;
    read();
    // oxlint-disable-next-line react/exhaustive-deps -- only another notice is read again
  }, [id]);

  const back = (
    <Button className="message-back" type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={close}>
      返回列表
    </Button>
  );
  const again = (): void => {
    setFailed(undefined);
    read();
  };
  if (failed !== undefined) {
    const lost = isTransient(failed);
    const action = lost ? { label: '重试', onClick: again } : { label: '返回列表', onClick: close };
    return (
      <>
        {lost && back}
        <ErrorState status="warning" title="消息加载失败" text={failed.message} action={action} />
      </>
    );
  }
  if (notice === undefined) return <Skeleton active title={false} />;
  return (
    <article>
      {back}
      {newest > notice.version && (
        <Alert
          type="warning"
          showIcon
          title="这条通知已被修改。"
          action={
            <Button size="small" loading={marking} onClick={read}>
              查看新内容
            </Button>
          }
        />
      )}
      <h2>{notice.msgTitle}</h2>
      <div className="message-meta">
        <LevelTag level={notice.msgLevel} />
        {notice.msgType !== null && <span>{notice.msgType}</span>}
        <span>{notice.publishUserLabel ?? ''}</span>
        <time>{notice.publishTime}</time>
        {notice.expireTime !== null && <span>有效期至 {notice.expireTime}</span>}
      </div>
      <LazyNoticeBody html={notice.msgContent} notice={id} />
      <NoticeFiles id={id} />
      {notice.needConfirm === '是' && (
        <div className="message-confirm">
          {notice.confirmTime === null ? (
            <>
              <Button
                type="primary"
                icon={<CheckOutlined aria-hidden />}
                loading={marking}
                // Errors are shown by the request.
                onClick={() => void confirm(notice).then(setNotice, (error: unknown) => isChanged(error) && read())}
              >
                我已知晓
              </Button>
              <span>发布人要求确认收到本通知</span>
            </>
          ) : (
            <span>已于 {notice.confirmTime} 确认</span>
          )}
        </div>
      )}
    </article>
  );
}
