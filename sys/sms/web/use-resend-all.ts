import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import type { sms } from '../sms.ts';

/** Like `resendAll`, whose code is loaded on demand. */
export function useResendAll(): (rows: readonly RecordOf<typeof sms>[]) => void {
  const app = useApp();
  const queries = useQueryClient();
  return (rows) => void import('./resend-all.ts').then(({ resendAll }) => resendAll(rows, { ...app, queries }));
}
