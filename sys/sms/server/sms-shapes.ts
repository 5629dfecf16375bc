import { type CallShape, idShape, recordShape, exactShape } from '@back-office/contract/calls/call-shape.ts';
import { z } from 'zod';
import { type SmsPreview, type SmsSent, smsSending, smsSettling } from '../sms-calls.ts';
import { sms } from '../sms.ts';

const texts = z.array(z.string());

/** Request and response schemas of the text messages' calls outside the generic pattern. */
export const smsShapes = {
  previewSend: {
    body: smsSending,
    data: exactShape<SmsPreview>({
      provider: z.enum(['log', 'aliyun', 'tencent']),
      templatesOnly: z.boolean(),
      variables: texts,
      missing: texts,
      text: z.string(),
      segments: z.int(),
      recipients: z.int(),
      messages: z.int(),
      withoutPhone: z.int(),
      badPhones: texts,
    }),
  },
  send: { body: smsSending, data: exactShape<SmsSent>({ queued: z.int(), overLimit: z.int(), id: idShape.nullable() }) },
  resend: { data: z.object({ queued: z.int() }) },
  settle: { body: smsSettling, data: recordShape(sms) },
} satisfies Record<string, CallShape>;
