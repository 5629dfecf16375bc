/// <reference types="vite/client" />
/*
 * `back-office/web`: the components and hooks for a company's modules. No module here has side effects, so that tree shaking
 * leaves in the shell only what it imports from here.
 */
import type {} from '@back-office/web/platform/css-variables.d.ts';

export type { WebModule } from '@back-office/web/shell/routing/web-module.ts';
export type {
  HomeCard,
  PaletteEntry,
  PaletteRecord,
  RecordCommand,
  ShellFeature,
  TopBarItem,
} from '@back-office/web/shell/routing/shell-feature.ts';
export type { WebFeature } from '@back-office/web/shell/routing/web-feature.ts';
export { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
export { recordTab } from '@back-office/web/crud/parts/record-tab.ts';
export type { NeededRight } from '@back-office/web/platform/session/use-allowed.ts';
export { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';

// Generic pages, and their parts.
export { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
export { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
export { attachmentsTab } from '@back-office/web/crud/parts/attachments-tab.tsx';
export { linesTab } from '@back-office/web/crud/parts/lines-tab.tsx';
export type { Shown as Opened } from '@back-office/web/crud/hooks/use-opened.ts';
export { RecordDrawer } from '@back-office/web/crud/parts/record-drawer.tsx';
export type { Action } from '@back-office/web/crud/action.ts';
export { useDelete } from '@back-office/web/crud/hooks/use-delete.tsx';
export { useOnce } from '@back-office/web/platform/timing/use-once.ts';
export { useSave } from '@back-office/web/crud/hooks/use-save.ts';
export { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';

// Fields.
export type { CellProps, FieldKit, InputProps, Values } from '@back-office/web/crud/fields/field-kit.ts';
export { asIds, asText, orNull } from '@back-office/web/crud/fields/as-text.ts';
export { FieldValue } from '@back-office/web/crud/fields/field-value.tsx';
export { FlatSelect } from '@back-office/web/crud/fields/flat-select.tsx';
export { NestedSelect } from '@back-office/web/crud/fields/nested-select.tsx';
export { RecordName } from '@back-office/web/crud/fields/record-name.tsx';
export { useDict } from '@back-office/web/crud/fields/use-dict.ts';
export { useRow } from '@back-office/web/crud/fields/use-row.ts';

// Calls, and the signed-in person.
export { ApiError } from '@back-office/web/platform/request/api-error.ts';
export { newKey } from '@back-office/web/platform/request/new-key.ts';
export { request } from '@back-office/web/platform/request/request.ts';
export { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
export { useLive } from '@back-office/web/platform/live/use-live.ts';
export { useConfig } from '@back-office/web/platform/session/use-config.ts';
export { useMay } from '@back-office/web/platform/session/use-may.ts';
export { useSession } from '@back-office/web/platform/session/use-session.ts';
export { preferenceStore } from '@back-office/web/platform/preferences/preference-store.ts';
export { serverDay, serverTime } from '@back-office/web/platform/session/server-time.ts';
export { theOffice } from '@back-office/web/platform/office/open-office.ts';
export { listPath } from '@back-office/web/platform/routing/list-path.ts';
export { recordPath } from '@back-office/web/platform/routing/record-path.ts';
export { useDirty } from '@back-office/web/platform/tabs/use-dirty.ts';

// Components without antd.
export { BarButton } from '@back-office/web/platform/ui/bar-button.tsx';
export { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
export { Popup } from '@back-office/web/platform/menus/popup.tsx';
export { Skeleton } from '@back-office/web/platform/states/skeleton.tsx';
export { StaleAlert } from '@back-office/web/platform/states/stale-alert.tsx';
export { type Shortcut, useCharacterKey, useCommandKey, useShortcut, useShortcuts } from '@back-office/web/platform/keyboard/shortcuts.ts';
export { whenIdle } from '@back-office/web/platform/timing/when-idle.ts';
export { MenuIcon } from '@back-office/web/shell/menu/menu-icon.tsx';
export { styleNonce } from '@back-office/web/platform/style-nonce.ts';
export { useDark } from '@back-office/web/platform/appearance/use-dark.ts';

// Charts.
export { ChartCard } from '@back-office/web/charts/chart-card.tsx';
export type { ChartData } from '@back-office/web/charts/chart-data.ts';

// Dialogs and messages.
export { dangerous } from '@back-office/web/platform/feedback/dangerous.ts';
export { feedback } from '@back-office/web/platform/feedback/feedback.ts';

// Files.
export { Attachments } from '@back-office/web/files/upload/attachments.tsx';
export { formatBytes } from '@back-office/contract/format-bytes.ts';
export { Uploader } from '@back-office/web/files/upload/uploader.tsx';
export { useFiles } from '@back-office/web/files/upload/use-files.ts';
export { useGallery } from '@back-office/web/files/preview/use-gallery.tsx';
