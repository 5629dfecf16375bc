import { codes, type Envelope } from '@back-office/contract/envelope.ts';

/** A successful answer with its data (docs/wire.md "Envelope and codes"). */
export function ok<Data>(data: Data): Envelope<Data> {
  return { success: true, code: codes.ok.code, message: codes.ok.message, data };
}
