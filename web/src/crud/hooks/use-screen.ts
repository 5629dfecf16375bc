import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The addresses of a resource's screens, wherever its section stands, and how to get there. */
export interface Screen {
  /** The id in a view's address; `new` for a record to be. */
  id: string;
  toList: () => void;
  toView: (id: string, query?: Record<string, string>, options?: { replace: boolean }) => void;
}

/** Finds the screens beside the one whose address this is: …/list and …/view/{id}. */
export function useScreen(): Screen {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useMemo(() => {
    const [, base = pathname, id = ''] = /^(.*?)\/(?:list|view\/([^/]+))$/.exec(pathname) ?? [];
    return {
      id: decodeURIComponent(id),
      toList: () => void navigate(`${base}/list`),
      toView: (to, query = {}, options = { replace: false }) => {
        const search = new URLSearchParams(query).toString();
        void navigate(`${base}/view/${encodeURIComponent(to)}${search === '' ? '' : `?${search}`}`, options);
      },
    };
  }, [pathname, navigate]);
}
