import type { SmsSending, SmsSent } from '../sms-calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Modal } from 'antd';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useLeave } from '@back-office/web/platform/feedback/use-leave.ts';
import { useDirty } from '@back-office/web/platform/tabs/use-dirty.ts';
import { useState } from 'react';
import { useOnce } from '@back-office/web/platform/timing/use-once.ts';
import { useBusy } from '@back-office/web/platform/timing/use-busy.ts';
import { FocusField } from '@back-office/web/platform/keyboard/focus-field.tsx';
import { useClosing } from '@back-office/web/platform/ui/use-closing.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useRepeatable } from '@back-office/web/platform/request/use-repeatable.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { SendingPreview } from './sending-preview.tsx';
import { emptySending, phonesIn, type Typed } from './typed.ts';
import { TestSend } from './test-send.tsx';
import { TextFields } from './text-fields.tsx';
import { usePreview } from './use-preview.ts';
import './send-dialog.css';

/** Composes a message, shows a preview with the number of recipients, and sends it. */
export function SendDialog({ onClose }: { onClose: () => void }) {
  const { message } = useApp();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Typed>(emptySending);
  const [sending, work] = useBusy();
  const repeatable = useRepeatable();
  const once = useOnce();
  const { hide, closing } = useClosing(onClose);
  const { phones, ...rest } = typed;
  const body: SmsSending = { ...rest, phones: phonesIn(phones) };
  const { preview, error, settled } = usePreview(body);
  const changed = JSON.stringify(typed) !== JSON.stringify(emptySending);
  const clean = useDirty(changed);
  const confirmLeave = useLeave();
  // Not while it is being sent: it would be sent all the same.
  const leave = (): void => void (sending || confirmLeave(changed, hide));
  const ready = settled && error === null && preview !== undefined && preview.recipients > 0 && preview.badPhones.length === 0;
  const complete = ready && preview.missing.length === 0 && preview.text.trim() !== '';
  const change = (part: Partial<Typed>): void => setTyped((before) => ({ ...before, ...part }));

  // Errors are shown by the request.
  const send = (): Promise<void> =>
    work(async () => {
      const { queued, overLimit } = await repeatable(body, (attempt) =>
        request<SmsSent>('/api/sys/sms/send', { method: 'POST', ...attempt }),
      );
      if (overLimit > 0) void message.warning(`已排队 ${grouped(queued)} 条，${grouped(overLimit)} 人今天已达上限，没有发送`);
      else void message.success(`已排队 ${grouped(queued)} 条短信`);
      void queries.invalidateQueries({ queryKey: ['sys/sms'] });
      clean();
      hide();
    }).catch(() => undefined);
  return (
    <Modal
      {...closing}
      title="发送短信"
      width={640}
      mask={{ closable: false }}
      closable={{ disabled: sending }}
      onCancel={leave}
      footer={
        <>
          <Button disabled={sending} onClick={leave}>
            取消
          </Button>
          <Button type="primary" loading={sending} disabled={!complete} onClick={() => once(send)}>
            {complete && preview.recipients > 1 ? `发送给 ${grouped(preview.recipients)} 人` : '发送'}
          </Button>
        </>
      }
    >
      <FocusField />
      <Form layout="vertical" requiredMark={false}>
        <TextFields typed={typed} change={change} preview={preview} />
        <RecipientFields typed={typed} change={change} preview={preview} />
      </Form>
      <SendingPreview preview={preview} error={error} />
      <TestSend body={body} ready={preview !== undefined && preview.text.trim() !== ''} />
    </Modal>
  );
}
