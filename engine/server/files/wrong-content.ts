import { uploadTexts } from '@back-office/contract/calls/file.ts';
import { type Refusal, refusedField } from '../platform/http/refusal.ts';

/** The content is not what the name says, or no reader of its type accepts it. */
export const wrongContent = (type: string): Refusal => refusedField('chunk', uploadTexts.content(type));
