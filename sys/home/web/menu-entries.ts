import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { isExternalLink } from '@back-office/web/platform/routing/is-external-link.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';

/** The pages within a menu group that can be opened here. */
export const entriesOf = (records: readonly RouteRecord[] = []): RouteRecord[] =>
  records.filter(({ hidden, path }) => hidden !== true && !isExternalLink(path));

/** The menu groups of the signed-in person that contain a page to open. */
export const useMenuGroups = (): RouteRecord[] =>
  (useSession().routes ?? []).filter(({ hidden, children }) => hidden !== true && entriesOf(children).length > 0);
