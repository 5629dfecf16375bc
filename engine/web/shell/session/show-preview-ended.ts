import type { AntFeedback } from '../../platform/feedback/antd-feedback.ts';
import { endPreview } from '../../platform/session/role-preview.ts';

/** Says why a preview has ended; the only option is to return to the person's own session. */
export const showPreviewEnded = (modal: AntFeedback['modal'], reason: string): Promise<never> =>
  new Promise(() => {
    modal.warning({ title: '预览已结束', content: reason, okText: '退出预览', keyboard: false, onOk: endPreview });
  });
