/**
 * The layout of the project, and the only file that defines it: every folder of the product, ordered by floors. A file
 * imports from its own folder and from folders listed before it; so no dependency points back, and there are no cycles
 * of folders. docs/decisions/0040-three-floors.md explains this order.
 */
export const floors: readonly Floor[] = [
  {
    name: 'the vocabulary, which both sides read',
    side: 'both',
    packages: ['zod', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
    rooms: ['engine/contract/resource', 'engine/contract', 'engine/contract/calls', 'engine/contract/office'],
  },
  {
    name: 'the engine of the server',
    side: 'server',
    rooms: [
      'engine/server/platform',
      'engine/server/platform/database',
      'engine/server/platform/http',
      'engine/server/platform/live',
      'engine/server/platform/jobs',
      'engine/server/platform/storage',
      'engine/server/platform/metrics',
      'engine/server/platform/tracing',
      'engine/server/identity',
      'engine/server/identity/rights',
      'engine/server/identity/attempts',
      'engine/server/identity/passwords',
      'engine/server/identity/ways',
      'engine/server/identity/api-keys',
      'engine/server/identity/session',
      'engine/server/identity/passkeys',
      'engine/server/identity/two-factor',
      'engine/server/identity/sign-in',
      'engine/server/identity/live',
      'engine/server/identity/preferences',
      'engine/server/crud',
      'engine/server/crud/operation-log',
      'engine/server/crud/recycle',
      'engine/server/crud/watching',
      'engine/server/crud/export',
      'engine/server/crud/import',
      'engine/server/changes',
      'engine/server/files/content',
      'engine/server/files',
      'engine/server/office',
      'engine/server/testing',
    ],
  },
  {
    name: 'the engine of the browser',
    side: 'web',
    rooms: [
      'engine/web/platform',
      'engine/web/platform/store',
      'engine/web/platform/office',
      'engine/web/platform/request',
      'engine/web/platform/routing',
      'engine/web/platform/session',
      'engine/web/platform/lock',
      'engine/web/platform/preferences',
      'engine/web/platform/appearance',
      'engine/web/platform/feedback',
      'engine/web/platform/timing',
      'engine/web/platform/keyboard',
      'engine/web/platform/ui',
      'engine/web/platform/copying',
      'engine/web/platform/states',
      'engine/web/platform/menus',
      'engine/web/platform/tabs',
      'engine/web/platform/password',
      'engine/web/platform/sheet',
      'engine/web/platform/live',
      'engine/web/charts',
      'engine/web/files/preview/frame',
      'engine/web/files/preview',
      'engine/web/files/upload',
      'engine/web/crud/fields',
      'engine/web/crud',
      'engine/web/crud/drafts',
      'engine/web/crud/lists',
      'engine/web/crud/hooks',
      'engine/web/crud/batch',
      'engine/web/crud/export',
      'engine/web/crud/import/table',
      'engine/web/crud/import/grid',
      'engine/web/crud/import',
      'engine/web/crud/parts',
      'engine/web/crud/pages',
      'engine/web/sign-in/gate',
      'engine/web/sign-in/login',
      'engine/web/sign-in/register',
      'engine/web/sign-in/reset',
      'engine/web/sign-in/account',
      'engine/web/sign-in',
      'engine/web/shell/error',
      'engine/web/shell/routing',
      'engine/web/shell/lock',
      'engine/web/shell/watermark',
      'engine/web/shell/theme',
      'engine/web/shell/print',
      'engine/web/shell/menu',
      'engine/web/shell/session',
      'engine/web/shell/antd',
      'engine/web/shell/tabs',
      'engine/web/shell/layout',
      'engine/web/shell/start',
      'engine/web/testing',
    ],
  },
];

/** The floor of the modules: a folder for each feature, with its declarations, its `server` and its `web`. */
export const modules: readonly string[] = ['sys'];

/** The files that a feature exports to other features, besides its declarations: files of its server or its web that they may import by name. */
export const exportedFiles: readonly string[] = [
  'sys/bots/server/queue-posts.ts',
  'sys/functions/server/function-tree-of.ts',
  'sys/linked-accounts/web/own-linked-accounts.tsx',
  'sys/mail/server/mail-people.ts',
  'sys/mail/server/mail-words.ts',
  'sys/mail/server/queue-mail.ts',
  'sys/notices/server/announce.ts',
  'sys/notices/server/notify-owner.ts',
  'sys/notices/server/publish-notice.ts',
  'sys/notices/server/readable.ts',
  'sys/passkeys/web/own-passkeys.tsx',
  'sys/roles/server/role-functions.ts',
  'sys/settings/server/write-message.ts',
  'sys/tokens/web/own-tokens.tsx',
  'sys/tokens/web/remind-of-keys.ts',
  'sys/webhooks/server/post-json.ts',
  'sys/webhooks/server/target-address.ts',
];

/**
 * The folder whose every file all features may import, since it belongs to none: what several of them would otherwise write again, and what would
 * close a circle of features if one of them had it.
 */
export const sharedByFeatures = 'sys/shared';

/** The roof: the folders that assemble the modules, and may import everything. */
export const roof: readonly string[] = [
  'app',
  'app/own',
  'app/entry',
  'app/loading',
  'app/codemods',
  'app/command',
  'app/server',
  'app/archives',
  'app/backup',
  'app/upgrade',
  'app/demo',
  'app/web',
  'app/testing',
  'app/testing/server',
  'app/testing/web',
];

/** Where a row may belong to any resource: the engine's generic code, and the contract of calls for any resource. */
export const erased = /^engine\/(contract\/resource|(server|web)\/crud)\//;

/** Remaining type assertions on each floor: for values that libraries and the engine's own storage return untyped. */
export const assertions: Readonly<Record<string, number>> = {
  'engine/contract': 1,
  'engine/server': 45,
  'engine/web': 25,
  sys: 6,
  app: 11,
};

/** The folders in the size count of the engine: the contract, and all of `crud` on both sides. */
export const engine = { size: /^engine\/(contract\/resource|server\/crud|web\/crud)\//, maxLines: 16_800 };

export interface Floor {
  readonly name: string;
  readonly side: 'both' | 'server' | 'web';
  readonly rooms: readonly string[];
  /** The packages it may use; by default any in its package.json. */
  readonly packages?: readonly string[];
}

/**
 * The names of the module below that the engine may use, and why; of all others it knows only what features pass to it.
 * Its own tables are those that its folders define (`…-tables.ts`).
 */
export const namedByEngine: Readonly<Record<string, readonly string[]>> = {
  'who somebody is and what they may is decided by the engine: accounts, roles, what roles grant, and organisations, which scopes follow': [
    'sys/user',
    'sys/role',
    'sys/function',
    'sys/org',
    'sys_user',
    'sys_former_user',
    'sys_user_role',
    'sys_role',
    'sys_role_org',
    'sys_role_function',
    'sys_function',
    'sys_org',
  ],
  'programs call with keys in the place of sessions': ['sys_token'],
  'who signs in elsewhere is known by issuer and subject': ['sys_linked_account'],
  'people sign in with passkeys, and unlock their screen': ['sys_passkey', 'sys/passkey'],
  'the engine writes what was done, and clears it': ['sys_log_login', 'sys_log_opt'],
  'what is deleted is kept where it was deleted, and comes back from there': ['sys_recycle', 'sys/recycle'],
  'files are taken in, kept and served by the engine': ['sys/file', 'sys_file'],
  'fields of the kind dict take their choices there': ['sys/dict', 'sys_dict'],
  'the address of exports, which are no resource': ['sys/export'],
};
