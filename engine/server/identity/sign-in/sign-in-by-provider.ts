import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Client } from '../attempts/client.ts';
import { linkedUser, recordLinkUse } from '../ways/linked-accounts.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';
import { admitPerson, shownColumns } from './admit-person.ts';
import { linkRequired } from './login-ticket.ts';
import type { SignInParts } from '../two-factor/sign-in-parts.ts';

interface From {
  /** The name of the sign-in method. */
  readonly label: string;
  readonly browser?: string | undefined;
  readonly client: Client;
}

/** Signs in a person whom a provider has identified, by the link to their account here and with the same checks. Refuses with 40305 without a link. */
export async function signInByProvider(parts: SignInParts, by: SignedInBy, { label, browser, client }: From): Promise<LoginAnswer> {
  const { db } = parts;
  const userId = await linkedUser(db, by);
  if (userId === undefined) throw await linkRequired(db, by, { label, browser });
  const person = await db.selectFrom('sys_user').select(shownColumns).where('id', '=', userId).executeTakeFirst();
  if (person === undefined) throw new Refusal('gone');
  const answer = await admitPerson(parts, person, client, { by, message: `登录成功（${label}）` });
  await recordLinkUse(db, by);
  return answer;
}
