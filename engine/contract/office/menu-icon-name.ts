/** The icons that the product brings for the menu, the records that wait and the home page. */
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

/** A company's own icon, whose name begins with its module's, such as acme-car: a feature of its shell brings it (`ShellFeature.icons`). */
export type OwnIcon = `${string}-${string}`;

/** What an entry of the menu may name as its icon. */
export type MenuIconName = ProductIcon | OwnIcon;
