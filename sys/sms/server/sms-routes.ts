import type { SmsPreview } from '../sms-calls.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { FastifyInstance } from 'fastify';
import { readIds } from '@back-office/server/crud/delete.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import type { SmsSettings } from '@back-office/server/platform/sms-settings.ts';
import { resendSms, settleSms } from './decide-sms.ts';
import { planSending } from './plan-sending.ts';
import { smsShapes } from './sms-shapes.ts';
import { sendSms } from './send-sms.ts';

/** The text messages' calls outside the generic pattern: sending, and deciding on undelivered ones. */
export function smsRoutes(app: FastifyInstance, { db, contextOf }: RouteParts, settings: SmsSettings): void {
  const send = (shape: CallShape) => ({ config: { right: { resource: 'sys/sms', permission: 'send' }, shape } }) as const;
  app.post('/api/sys/sms/preview-send', send(smsShapes.previewSend), async (request) => {
    const { preview } = await planSending(contextOf(db, request), request.body);
    const { provider } = settings;
    return ok<SmsPreview>({ ...preview, provider, templatesOnly: provider !== 'log' });
  });
  app.post('/api/sys/sms/send', send(smsShapes.send), async (request) =>
    ok(await once(db, request, (transaction) => sendSms(contextOf(transaction, request), request.body, settings))),
  );
  app.post<{ Params: { ids: string } }>('/api/sys/sms/resend/:ids', send(smsShapes.resend), async (request) =>
    ok(await once(db, request, (transaction) => resendSms(contextOf(transaction, request), readIds(request.params.ids, '重发'), settings))),
  );
  app.put<{ Params: { id: string } }>('/api/sys/sms/settle/:id', send(smsShapes.settle), async (request) => {
    const { id } = request.params;
    if (!isId(id)) throw new Refusal('gone');
    return ok(await once(db, request, (transaction) => settleSms(contextOf(transaction, request), id.toLowerCase(), request.body)));
  });
}
