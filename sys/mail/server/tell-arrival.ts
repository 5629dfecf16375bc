import type { Arriving } from '@back-office/server/identity/session/open-session.ts';
import { mailPeople } from './mail-people.ts';

/** Tells people of a sign-in from a browser or a network that their account has not seen for 90 days; one mail for each. */
export const tellArrival =
  (timeZone: string): Arriving =>
  (db, { userId, userAccount, userName, client, isNew }) => {
    const place = [...(isNew.browser ? ['新的浏览器'] : []), ...(isNew.network ? ['新的网络'] : [])].join('和');
    const system = client.os === null ? '' : `（${client.os}）`;
    const lines = [
      `${userName}，您好：`,
      '',
      `您的账号 ${userAccount} 刚刚从${place}登录。`,
      '',
      `时间：${new Date().toLocaleString('sv-SE', { timeZone })}`,
      `IP 地址：${client.ip}`,
      `浏览器：${client.browser ?? '未知'}${system}`,
      '',
      '如果是您本人，不需要做什么。',
      '如果不是，请立即登录个人中心：在“安全设置”中修改密码并启用两步验证，在“登录设备”中下线不认识的设备，并告知管理员。',
    ];
    return mailPeople(db, [userId], { choice: 'signIn', subject: '您的账号从新的地方登录', content: lines.join('\n') });
  };
