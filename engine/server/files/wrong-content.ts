import { uploadTexts } from '@back-office/contract/calls/file.ts';
import { type Refusal, refusedField } from '../platform/http/refusal.ts';

/** The refusal of content that does not match its extension, or that no reader of the type accepts. */
export const wrongContent = (type: string): Refusal => refusedField('chunk', uploadTexts.content(type));
