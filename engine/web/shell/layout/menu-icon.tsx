import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BellOutlined,
  BookOutlined,
  BranchesOutlined,
  ClockCircleOutlined,
  CloudSyncOutlined,
  CommentOutlined,
  ContainerOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DeleteOutlined,
  EnvironmentOutlined,
  ExportOutlined,
  FileTextOutlined,
  FolderOpenOutlined,
  HistoryOutlined,
  HomeOutlined,
  KeyOutlined,
  LinkOutlined,
  LockOutlined,
  LoginOutlined,
  MailOutlined,
  MessageOutlined,
  RobotOutlined,
  SafetyCertificateOutlined,
  SendOutlined,
  SettingOutlined,
  SnippetsOutlined,
  TeamOutlined,
  UserOutlined,
  WifiOutlined,
} from '@ant-design/icons-svg';
import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { MenuIconName } from '@back-office/contract/office/menu-icon.ts';
import { Glyph } from '../../platform/ui/glyph.tsx';

const icons: Readonly<Record<MenuIconName, IconDefinition>> = {
  home: HomeOutlined,
  database: DatabaseOutlined,
  setting: SettingOutlined,
  district: EnvironmentOutlined,
  org: ApartmentOutlined,
  dict: BookOutlined,
  sms: MessageOutlined,
  mail: MailOutlined,
  'sms-template': SnippetsOutlined,
  msg: BellOutlined,
  user: UserOutlined,
  dept: TeamOutlined,
  role: SafetyCertificateOutlined,
  function: AppstoreOutlined,
  session: WifiOutlined,
  key: KeyOutlined,
  lock: LockOutlined,
  file: FolderOpenOutlined,
  'log-login': LoginOutlined,
  'log-opt': AuditOutlined,
  recycle: DeleteOutlined,
  job: ClockCircleOutlined,
  status: DashboardOutlined,
  'job-run': HistoryOutlined,
  export: ExportOutlined,
  link: LinkOutlined,
  rule: BranchesOutlined,
  sync: CloudSyncOutlined,
  send: SendOutlined,
  sent: ContainerOutlined,
  robot: RobotOutlined,
  comment: CommentOutlined,
};

const isKnown = (name: string | undefined): name is MenuIconName => name !== undefined && Object.hasOwn(icons, name);

/** The names of the icons that a menu entry may have. */
export const menuIcons: readonly string[] = Object.keys(icons);

/**
 * The icon that a route or a function record names; a plain one for a name that nobody knows.
 * @example
 * export const Heading = () => (
 *   <h2>
 *     <MenuIcon name="file" /> 即将到期的合同
 *   </h2>
 * );
 */
export function MenuIcon({ name }: { name: string | undefined }) {
  return <Glyph of={isKnown(name) ? icons[name] : FileTextOutlined} />;
}
