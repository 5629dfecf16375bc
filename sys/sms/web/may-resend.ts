import { smsStatuses } from '../sms.ts';
import type { Values } from '@back-office/web/crud/fields/field-kit.ts';

/** Whether nobody knows if it arrived. */
export const isUnknown = ({ smsStatus }: Values): boolean => smsStatus === smsStatuses.unknown;

/** Whether a message may go out once more. */
export const mayResend = (row: Values): boolean => isUnknown(row) || row['smsStatus'] === smsStatuses.failed;
