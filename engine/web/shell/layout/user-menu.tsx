import { ExportOutlined, LockOutlined, LogoutOutlined, PrinterOutlined, UserOutlined } from '@ant-design/icons-svg';
import { frontEndVersion } from '@back-office/contract/calls/config.ts';
import { useNavigate } from 'react-router';
import { version } from '../../../../package.json';
import { useMedia } from '../../platform/appearance/use-media.ts';
import { MenuButton } from '../../platform/menus/menu-button.tsx';
import { printing } from '../../platform/ui/printing.ts';
import { lockScreen } from '../../platform/lock/lock-screen.ts';
import { signOut } from '../../platform/session/sign-out.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { keyOf } from '../../platform/tabs/tab-list.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { UserAvatar } from '../../files/upload/user-avatar.tsx';
import { useFullscreen } from './use-fullscreen.ts';
import { useConfirmDiscard } from '../tabs/use-tab-actions.tsx';

/** The avatar and its menu. */
export function UserMenu() {
  const navigate = useNavigate();
  const { userAvatar, userName } = useSession();
  const confirmDiscard = useConfirmDiscard();
  const narrow = useMedia('(width < 640px)');
  const fullscreen = useFullscreen();
  const finger = useMedia('(pointer: coarse)');
  const confirmSignOut = (): void =>
    confirmDiscard(tabsStore.get().tabs.map(keyOf), { title: '退出登录会丢失未保存的内容', okText: '放弃并退出' }, () => void signOut());
  const actions = [
    { key: 'profile', icon: UserOutlined, label: '个人中心', onClick: () => void navigate('/profile') },
    { key: 'exports', icon: ExportOutlined, label: '导出中心', onClick: () => void navigate('/exports') },
    // On a phone the top bar has no room for these buttons.
    ...(narrow
      ? [
          { key: 'print', icon: PrinterOutlined, label: '打印', onClick: printing.start },
          { key: 'fullscreen', ...fullscreen },
        ]
      : []),
    { key: 'lock', icon: LockOutlined, label: finger ? '锁屏' : '锁屏（Ctrl+Alt+L）', onClick: () => void lockScreen() },
    { key: 'sign-out', icon: LogoutOutlined, label: '退出登录', onClick: confirmSignOut },
    { key: 'version', label: `版本 ${version} · 前端 ${frontEndVersion}`, disabled: true, apart: true },
  ];
  return (
    <MenuButton label="用户菜单" actions={actions} className="shell-avatar">
      <UserAvatar fileId={userAvatar} name={userName} size={32} />
    </MenuButton>
  );
}
