import type { ViewerLink } from '@back-office/contract/calls/file.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/request/request.ts';
import type { GalleryFile } from './gallery-file.ts';

/** A document in the online viewer of OFFICE_VIEWER_URL, which fetches it by a separate, short-lived link. */
export function OnlineView({ file: { id, fileName }, viewer }: { file: GalleryFile; viewer: string }) {
  const { data, error } = useQuery({
    queryKey: ['sys/file', 'viewer-link', id],
    queryFn: ({ signal }) => request<ViewerLink>('/api/file/viewer-link', { method: 'POST', json: { id }, signal, quiet: true }),
    gcTime: 0,
    // Another link would open the document anew.
    meta: { kept: true },
  });
  if (error) {
    return (
      <p className="gallery-word" role="alert">
        {error.message}
      </p>
    );
  }
  if (data === undefined) return <p className="gallery-word">正在打开…</p>;
  const url = viewer.replaceAll('{url}', encodeURIComponent(new URL(data.path, location.href).href));
  return (
    <iframe
      className="gallery-frame"
      data-viewer
      src={url}
      title={`${fileName}的内容`}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
      referrerPolicy="no-referrer"
    />
  );
}
