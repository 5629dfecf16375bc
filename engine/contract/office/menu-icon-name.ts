/** The built-in icons for the menu, the items that wait for the user and the home page. */
export type ProductIcon =
  | 'home'
  | 'database'
  | 'setting'
  | 'district'
  | 'org'
  | 'dict'
  | 'sms'
  | 'mail'
  | 'sms-template'
  | 'msg'
  | 'user'
  | 'dept'
  | 'role'
  | 'function'
  | 'session'
  | 'key'
  | 'lock'
  | 'file'
  | 'log-login'
  | 'log-opt'
  | 'recycle'
  | 'job'
  | 'status'
  | 'job-run'
  | 'export'
  | 'link'
  | 'rule'
  | 'sync'
  | 'send'
  | 'sent'
  | 'robot'
  | 'comment';

/** A company's own icon, with the module's name as prefix, such as acme-car; a feature of its shell provides it (`ShellFeature.icons`). */
export type OwnIcon = `${string}-${string}`;

/** The icon names that a menu entry may use. */
export type MenuIconName = ProductIcon | OwnIcon;
