import { plainPhone } from '../sms-text.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

/**
 * True for a number that text messages can reach: a mobile one of the mainland, or one of abroad with its + and the
 * code of a country, each with digits that are in use there (E.164). Short codes, landlines and free numbers are none.
 */
export function isMobile(phone: string): boolean {
  const plain = plainPhone(phone);
  // The library reads more than a number that providers take: letters, extensions, what stands around it.
  if (!/^(?:1\d{10}|\+[1-9]\d{6,14})$/.test(plain)) return false;
  return parsePhoneNumberFromString(plain, 'CN')?.isValid() === true;
}
