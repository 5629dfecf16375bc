import { App } from 'antd';
import { ChangePasswordForm } from './change-password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import './profile-page.css';

/** The personal centre: one's own details and password. */
export function ProfilePage() {
  const { message } = App.useApp();
  return (
    <div className="profile">
      <section className="page-card">
        <h2>个人资料</h2>
        <ProfileForm />
      </section>
      <section className="page-card">
        <h2>修改密码</h2>
        <ChangePasswordForm onDone={() => void message.success('密码已修改，其他设备已退出登录')} />
      </section>
    </div>
  );
}
