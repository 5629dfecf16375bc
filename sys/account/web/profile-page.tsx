import { Tabs } from 'antd';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ChangePasswordForm } from '@back-office/web/sign-in/account/change-password-form.tsx';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { OwnLogins, OwnOperations } from './own-history.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { Preferences } from './preferences.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useConfig } from '@back-office/web/platform/session/use-config.ts';
import { OwnLinkedAccounts } from '../../linked-accounts/web/own-linked-accounts.tsx';
import { OwnMail } from './own-mail.tsx';
import { OwnTokens } from '../../tokens/web/own-tokens.tsx';
import { remindOfKeys } from '../../tokens/web/remind-of-keys.ts';
import { TwoFactorSections } from './two-factor-sections.tsx';
import './profile-page.css';

const first = 'details';

/** The personal centre: the user's own data in parts; the address contains the current part. */
export function ProfilePage() {
  const [query, setQuery] = useSearchParams();
  const hasMail = useConfig()?.mail === true && theOffice().has('mail');
  const items = [
    { key: first, label: '个人资料', children: <Narrow content={<ProfileForm />} /> },
    { key: 'security', label: '安全设置', children: <Security /> },
    // Reloaded when the user returns to it, as it changes elsewhere.
    { key: 'sessions', label: '登录设备', children: <OwnSessions />, destroyOnHidden: true },
    ...(hasTokens() ? [{ key: 'tokens', label: '接口密钥', children: <OwnTokens />, destroyOnHidden: true }] : []),
    ...(hasMail ? [{ key: 'mail', label: '消息提醒', children: <OwnMail />, destroyOnHidden: true }] : []),
    { key: 'logins', label: '登录记录', children: <OwnLogins />, destroyOnHidden: true },
    { key: 'operations', label: '操作记录', children: <OwnOperations />, destroyOnHidden: true },
    { key: 'preferences', label: '偏好设置', children: <Preferences /> },
  ];
  const asked = query.get('tab');
  const active = items.find(({ key }) => key === asked)?.key ?? first;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // If the row of tabs is wider than the window, as on phones.
    card.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [active]);
  return (
    <div ref={card} className="page-card profile">
      <Tabs items={items} activeKey={active} onChange={(key) => setQuery(key === first ? {} : { tab: key }, { replace: true })} />
    </div>
  );
}

/** A company may leave out API keys. */
const hasTokens = (): boolean => theOffice().has('tokens');

const Narrow = ({ content }: { content: ReactNode }) => <div className="profile-narrow">{content}</div>;

function Security() {
  const app = useApp();
  const changed = (): void => {
    void app.message.success('密码已修改，其他设备已退出登录');
    if (hasTokens()) void remindOfKeys(app);
  };
  const hasLinks = (useConfig()?.signIn ?? []).some(({ kind }) => kind !== 'password') && theOffice().has('linked-accounts');
  return (
    <div className="profile-security">
      <section>
        <h2>修改密码</h2>
        <ChangePasswordForm onDone={changed} />
      </section>
      <TwoFactorSections />
      {hasLinks && (
        <section>
          <h2>关联账号</h2>
          <OwnLinkedAccounts />
        </section>
      )}
    </div>
  );
}
