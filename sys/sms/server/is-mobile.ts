import { plainPhone } from '../sms-text.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

/**
 * Whether text messages can reach a number: a mainland mobile number, or a foreign one with + and country code, each with digits in use there
 * (E.164). Short codes, landlines and freephone numbers are not accepted.
 */
export function isMobile(phone: string): boolean {
  const plain = plainPhone(phone);
  // The library accepts more than providers do: letters, extensions, surrounding text.
  if (!/^(?:1\d{10}|\+[1-9]\d{6,14})$/.test(plain)) return false;
  return parsePhoneNumberFromString(plain, 'CN')?.isValid() === true;
}
