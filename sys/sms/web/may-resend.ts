import type { DraftOf } from '@back-office/contract/resource/row.ts';
import { smsStatuses, type sms } from '../sms.ts';

type Row = Pick<DraftOf<typeof sms>, 'smsStatus'>;

/** Whether its delivery is unknown. */
export const isUnknown = ({ smsStatus }: Row): boolean => smsStatus === smsStatuses.unknown;

/** Whether a message may be sent again. */
export const mayResend = (row: Row): boolean => isUnknown(row) || row.smsStatus === smsStatuses.failed;
