import { isId } from '@back-office/contract/resource/field-schema.ts';
import { useGallery } from '@back-office/web/files/preview/use-gallery.tsx';
import DOMPurify from 'dompurify';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { hasMarkup, noticeHtml } from '../notice-html.ts';
import { NoticePicture } from './notice-picture.tsx';
import { usePictures } from './use-pictures.ts';
import './notice-body.css';

const options = {
  ALLOWED_TAGS: [...noticeHtml.tags],
  ALLOWED_ATTR: Object.values(noticeHtml.attributes).flat(),
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${noticeHtml.schemes.join('|')}):`, 'i'),
  // DOMPurify checks the URI scheme of every attribute it does not know as safe, which `colspan="2"` would fail.
  ADD_URI_SAFE_ATTR: ['colspan', 'rowspan', 'start', 'target', 'rel', 'alt', 'data-file'],
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
};

interface NoticeBodyProps {
  html: string;
  /** The id of a stored notice, which its pictures are attached to. */
  notice?: string | undefined;
}

/** The body of a notice, sanitised again for display: what the server stored is not trusted (docs/hardening.md F06). */
export function NoticeBody({ html, notice }: NoticeBodyProps) {
  if (!hasMarkup(html)) return <div className="notice-body notice-plain">{html}</div>;
  return <MarkedBody html={html} notice={notice} />;
}

function MarkedBody({ html, notice }: NoticeBodyProps) {
  const { shown, ids } = useMemo(() => cleaned(html), [html]);
  const body = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  useLayoutEffect(() => setPlaces([...(body.current?.querySelectorAll<HTMLElement>('[data-picture]') ?? [])]), [shown]);
  const pictures = usePictures(ids, notice);
  const { gallery, open } = useGallery();
  const files = ids.flatMap((id) => pictures?.get(id) ?? []);
  return (
    <>
      {/* oxlint-disable-next-line react/no-danger -- the one place that shows markup, and cleaned */}
      <div ref={body} className="notice-body" dangerouslySetInnerHTML={shown} />
      {places.map((place, at) => {
        const { picture = '', alt = '' } = place.dataset;
        const file = pictures === undefined ? undefined : (pictures.get(picture) ?? null);
        const show = (): void =>
          open(
            files,
            Math.max(
              0,
              files.findIndex(({ id }) => id === picture),
            ),
          );
        return createPortal(<NoticePicture file={file} alt={alt} onOpen={show} />, place, `${at} ${picture}`);
      })}
      {gallery}
    </>
  );
}

/** The body with placeholders for its pictures, and the ids of their files: a picture is always shown from its file, never from markup. */
function cleaned(html: string): { shown: { __html: string }; ids: string[] } {
  const holder = document.createElement('div');
  holder.append(DOMPurify.sanitize(html, options));
  const ids = new Set<string>();
  for (const picture of holder.querySelectorAll('img')) {
    const id = picture.getAttribute('data-file');
    const place = document.createElement('span');
    if (isId(id)) {
      ids.add(id.toLowerCase());
      place.dataset['picture'] = id.toLowerCase();
      place.dataset['alt'] = picture.getAttribute('alt') ?? '';
    }
    picture.replaceWith(place);
  }
  return { shown: { __html: holder.innerHTML }, ids: [...ids] };
}
