import { LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { Avatar, Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { signOut } from '../session/sign-out.ts';
import { useSession } from '../session/use-session.ts';

/** The avatar and what hangs on it. */
export function UserMenu() {
  const navigate = useNavigate();
  const { userName } = useSession();
  const items = [
    { key: 'profile', icon: <UserOutlined />, label: '个人中心', onClick: () => void navigate('/profile') },
    { key: 'sign-out', icon: <LogoutOutlined />, label: '退出登录', onClick: () => void signOut() },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className="shell-avatar" aria-label="用户菜单" aria-haspopup="menu">
        <Avatar size={32}>{userName.slice(0, 1)}</Avatar>
      </button>
    </Dropdown>
  );
}
