import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { decodePart } from '../../platform/routing/decode-part.ts';
import { matchRoute } from '../../platform/routing/match-route.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** The addresses of a resource's pages, and functions to open them. */
export interface Screen {
  /** The id in a view's address; `new` for a new record. */
  id: string;
  /** Goes back to the list in its previous state. */
  toList: (options?: { replace: boolean }) => void;
  /** Whether the person has a page for single records here; without one a record opens beside the list. */
  hasView: boolean;
  toView: (id: string, query?: Record<string, string>, options?: { replace: boolean }) => void;
}

/**
 * Finds the sibling screens of the current address: …/list and …/view/{id}.
 * @example
 * export function OrgView() {
 *   const { id } = useScreen();
 *   return <ViewPage resource={org} id={id} />;
 * }
 */
export function useScreen(): Screen {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { routes } = useSession();
  return useMemo(() => {
    const [, base = pathname, id = ''] = /^(.*?)\/(?:list|view\/([^/]+))$/.exec(pathname) ?? [];
    return {
      id: decodePart(id),
      hasView: matchRoute(routes ?? [], `${base}/view/new`).kind === 'page',
      toList: (options = { replace: false }) => void navigate(`${base}/list`, options),
      toView: (to, query = {}, options = { replace: false }) => {
        const search = new URLSearchParams(query).toString();
        void navigate(`${base}/view/${encodeURIComponent(to)}${search === '' ? '' : `?${search}`}`, options);
      },
    };
  }, [pathname, navigate, routes]);
}
