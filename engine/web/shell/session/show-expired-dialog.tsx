import { texts } from '@back-office/contract/texts.ts';
import { Typography } from 'antd';
import type { AntFeedback } from '../../platform/feedback/antd-feedback.ts';
import { getAccessToken } from '../../platform/request/access-token.ts';
import { sessionStore } from '../../platform/session/session-store.ts';

/** The person's choice after their session has ended; `renewed` if another window has signed in again meanwhile. */
export type ExpiredAnswer = 'leave' | 'stay' | 'cancel' | 'renewed';

/** Shows the dialog 登录过期 (docs/spec.md 8; docs/wire.md "The dialog 登录过期"). */
export function showExpiredDialog(modal: AntFeedback['modal'], reason: string): Promise<ExpiredAnswer> {
  const { title, text, ok, cancel } = texts.sessionExpired;
  const token = getAccessToken();
  return new Promise((resolve) => {
    const answer = (given: ExpiredAnswer): void => {
      forget();
      dialog.destroy();
      resolve(given);
    };
    const forget = sessionStore.subscribe(() => {
      if (getAccessToken() !== token) answer('renewed');
    });
    const dialog = modal.confirm({
      title,
      content: (
        <>
          <p style={{ margin: 0 }}>{`${text}，${reason}`}</p>
          <p style={{ margin: '8px 0 0' }}>
            有内容还没保存？
            <Typography.Link
              href="#"
              onClick={(event) => {
                event.preventDefault();
                answer('stay');
              }}
            >
              不离开本页登录
            </Typography.Link>
          </p>
        </>
      ),
      okText: ok,
      cancelText: cancel,
      // Above the gallery, whose z-index is 2000 and which may be open.
      zIndex: 2100,
      onOk: () => answer('leave'),
      onCancel: () => answer('cancel'),
    });
  });
}
