import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { isExternalLink } from '@back-office/web/platform/routing/is-external-link.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';

/** What of a group of the menu can be opened here. */
export const entriesOf = (records: readonly RouteRecord[] = []): RouteRecord[] =>
  records.filter(({ hidden, path }) => hidden !== true && !isExternalLink(path));

/** The groups of the menu of whoever is signed in, in which something can be opened. */
export const useMenuGroups = (): RouteRecord[] =>
  (useSession().routes ?? []).filter(({ hidden, children }) => hidden !== true && entriesOf(children).length > 0);
