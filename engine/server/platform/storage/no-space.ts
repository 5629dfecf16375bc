import { uploadTexts } from '@back-office/contract/calls/file.ts';
import { type Refusal, refusedField } from '../http/refusal.ts';

/** The store is full. With HTTP 200, so that the uploader shows the message rather than a failed connection. */
export const noSpace = (): Refusal => refusedField('chunk', uploadTexts.noSpace);
