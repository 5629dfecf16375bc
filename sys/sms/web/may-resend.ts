import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { smsStatuses, type sms } from '../sms.ts';

type Row = Pick<DraftOf<typeof sms>, 'smsStatus'>;

/** Whether nobody knows if it arrived. */
export const isUnknown = ({ smsStatus }: Row): boolean => smsStatus === smsStatuses.unknown;

/** Whether a message may go out once more. */
export const mayResend = (row: Row): boolean => isUnknown(row) || row.smsStatus === smsStatuses.failed;
