import { ArrowLeftOutlined, CheckOutlined } from '@ant-design/icons';
import type { NoticeAnswer } from '../own-notices.ts';
import { Button, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { isTransient } from '@back-office/web/platform/request/retry-until-success.ts';
import { ErrorState } from '@back-office/web/platform/ui/error-state.tsx';
import { LazyNoticeBody } from './lazy-notice-body.tsx';
import { LevelTag } from './level-tag.tsx';
import { NoticeFiles } from './notice-files.tsx';
import { useMarks } from './use-notices.ts';

/** One notice; to show it is to have read it. */
export function NoticeView({ id, close }: { id: string; close: () => void }) {
  const { mark, marking } = useMarks();
  const [notice, setNotice] = useState<NoticeAnswer>();
  const [failed, setFailed] = useState<Error>();
  const asked = useRef<string>(undefined);
  const read = (): void => void mark(id, 'read').then(setNotice, setFailed);
  useEffect(() => {
    // Once for each notice, also where effects run twice.
    if (asked.current === id) return;
    asked.current = id;
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
                // What goes wrong is shown by the request.
                onClick={() => void mark(id, 'confirm').then(setNotice, () => undefined)}
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
