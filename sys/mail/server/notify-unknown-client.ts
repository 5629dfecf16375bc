import type { Arriving } from '@back-office/server/identity/session/open-session.ts';
import { mailPeople } from './mail-people.ts';

/** Notifies people by mail of sign-ins from a browser or network that their account has not used for 90 days; one mail each. */
export const notifyUnknownClient =
  (timeZone: string): Arriving =>
  (db, { userId, userAccount, userName, client, isNew }) => {
    const place = [...(isNew.browser ? ['新的浏览器'] : []), ...(isNew.network ? ['新的网络'] : [])].join('和');
    const system = client.os === null ? '' : `（${client.os}）`;
    const values = {
      userName,
      userAccount,
      place,
      time: new Date().toLocaleString('sv-SE', { timeZone }),
      ip: client.ip,
      browser: `${client.browser ?? '未知'}${system}`,
    };
    return mailPeople(db, [userId], { choice: 'signIn', values });
  };
