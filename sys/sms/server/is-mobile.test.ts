import { expect, it } from 'vitest';
import { isMobile } from './is-mobile.ts';

it.each([
  '13812345678',
  '138 1234 5678',
  '138-1234-5678',
  '+8613812345678',
  '+86 138 1234 5678',
  '19212345678',
  '16612345678',
  '17012345678',
])('accepts the mainland number %s', (phone) => expect(isMobile(phone)).toBe(true));

it.each(['+85291234567', '+886912345678', '+14155552671', '+447911123456', '+819012345678', '+65 8123 4567'])(
  'accepts the foreign number %s',
  (phone) => expect(isMobile(phone)).toBe(true),
);

it.each([
  ['a short code', '10086'],
  ['a short code', '12345'],
  ['a short code with a plus', '+10086'],
  ['a short code of another country', '+21312'],
  ['a prefix that is not for mobiles of the mainland', '15412345678'],
  ['a prefix that is not for mobiles of the mainland', '11012345678'],
  ['one digit too many', '138123456789'],
  ['a landline', '010-12345678'],
  ['a landline with its country code', '+861012345678'],
  ['one digit too few after +86', '+861381234567'],
  ['an unassigned country code', '+99912345678'],
  ['an unassigned country code', '+21012345678'],
  ['a toll-free number', '+18005551234'],
  ['a foreign number without +', '85291234567'],
  ['letters', '1-800-FLOWERS'],
  ['an extension', '+85291234567;ext=1'],
  ['full-width digits', '１３８１２３４５６７８'],
  ['nothing', ''],
])('rejects %s as a mobile number: %s', (_what, phone) => expect(isMobile(phone)).toBe(false));
