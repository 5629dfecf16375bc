import { LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { Avatar, Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { signOut } from '../session/sign-out.ts';
import { useSession } from '../session/use-session.ts';
import { keyOf } from '../tabs/tab-list.ts';
import { tabsStore } from '../tabs/tabs-store.ts';
import { useAskDirty } from './use-tab-actions.tsx';

/** The avatar and what hangs on it. */
export function UserMenu() {
  const navigate = useNavigate();
  const { userName } = useSession();
  const ask = useAskDirty();
  const out = (): void =>
    ask(tabsStore.get().tabs.map(keyOf), { title: '退出登录会丢失未保存的内容', okText: '放弃并退出' }, () => void signOut());
  const items = [
    { key: 'profile', icon: <UserOutlined aria-hidden />, label: '个人中心', onClick: () => void navigate('/profile') },
    { key: 'sign-out', icon: <LogoutOutlined aria-hidden />, label: '退出登录', onClick: out },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className="shell-avatar" aria-label="用户菜单" aria-haspopup="menu">
        <Avatar size={32}>{userName.slice(0, 1)}</Avatar>
      </button>
    </Dropdown>
  );
}
