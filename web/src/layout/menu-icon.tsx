import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BellOutlined,
  BookOutlined,
  DatabaseOutlined,
  EnvironmentOutlined,
  FileTextOutlined,
  HomeOutlined,
  LoginOutlined,
  MailOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  TeamOutlined,
  UserOutlined,
  WifiOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

const icons: Readonly<Record<string, ComponentType>> = {
  home: HomeOutlined,
  database: DatabaseOutlined,
  setting: SettingOutlined,
  district: EnvironmentOutlined,
  org: ApartmentOutlined,
  dict: BookOutlined,
  sms: MailOutlined,
  msg: BellOutlined,
  user: UserOutlined,
  dept: TeamOutlined,
  role: SafetyCertificateOutlined,
  function: AppstoreOutlined,
  session: WifiOutlined,
  'log-login': LoginOutlined,
  'log-opt': AuditOutlined,
};

/** The names of the icons that a menu entry may have. */
export const menuIcons: readonly string[] = Object.keys(icons);

/** The icon that a route or a function record names; a plain one for a name that nobody knows. */
export function MenuIcon({ name }: { name: string | undefined }) {
  const Icon = (name === undefined || !Object.hasOwn(icons, name) ? undefined : icons[name]) ?? FileTextOutlined;
  return <Icon />;
}
