import { App, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ChangePasswordForm } from '@back-office/web/sign-in/account/change-password-form.tsx';
import { OwnLogins, OwnOperations } from './own-history.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { Preferences } from './preferences.tsx';
import { ProfileForm } from './profile-form.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';
import './profile-page.css';

const first = 'details';

/** The personal centre: all that is the user's own, part by part; the part that is shown stands in the address. */
export function ProfilePage() {
  const [query, setQuery] = useSearchParams();
  const items = [
    { key: first, label: '个人资料', children: <Narrow content={<ProfileForm />} /> },
    { key: 'security', label: '安全设置', children: <Security /> },
    // What happens elsewhere is read again when one comes back.
    { key: 'sessions', label: '登录设备', children: <OwnSessions />, destroyOnHidden: true },
    { key: 'logins', label: '登录记录', children: <OwnLogins />, destroyOnHidden: true },
    { key: 'operations', label: '操作记录', children: <OwnOperations />, destroyOnHidden: true },
    { key: 'preferences', label: '偏好设置', children: <Preferences /> },
  ];
  const asked = query.get('tab');
  const active = items.find(({ key }) => key === asked)?.key ?? first;
  return (
    <section className="page-card profile" aria-label="个人中心">
      <Tabs items={items} activeKey={active} onChange={(key) => setQuery(key === first ? {} : { tab: key }, { replace: true })} />
    </section>
  );
}

const Narrow = ({ content }: { content: ReactNode }) => <div className="profile-narrow">{content}</div>;

function Security() {
  const { message } = App.useApp();
  return (
    <div className="profile-security">
      <section>
        <h2>修改密码</h2>
        <ChangePasswordForm onDone={() => void message.success('密码已修改，其他设备已退出登录')} />
      </section>
      <section>
        <h2>两步验证</h2>
        <TwoFactorCard />
      </section>
    </div>
  );
}
