import { checkValue } from '@back-office/contract/resource/check-record.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { passkey } from '../passkey.ts';

/** The name in a body, validated as declared for its field; refuses with 40000. */
export function nameOf(body: unknown): string {
  const { passkeyName } = recordOf(body);
  let name = '';
  const message = checkValue(passkey.fields.passkeyName, passkeyName, (value) => {
    name = typeof value === 'string' ? value : '';
  });
  if (message !== undefined || name === '') throw refusedField('passkeyName', message ?? '请填写名称');
  return name;
}
