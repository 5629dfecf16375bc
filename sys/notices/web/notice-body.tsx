import { hasMarkup, noticeHtml } from '../notice-html.ts';
import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import './notice-body.css';

const options = {
  ALLOWED_TAGS: [...noticeHtml.tags],
  ALLOWED_ATTR: Object.values(noticeHtml.attributes).flat(),
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${noticeHtml.schemes.join('|')}):`, 'i'),
  // DOMPurify asks the scheme of every attribute that it does not know for harmless: a span of two cells has none.
  ADD_URI_SAFE_ATTR: ['colspan', 'rowspan', 'start', 'target', 'rel'],
  ALLOW_DATA_ATTR: false,
};

/** The body of a notice, cleaned once more where it is shown: what the server stored is not trusted (docs/hardening.md F06). */
export function NoticeBody({ html }: { html: string }) {
  const clean = useMemo(() => ({ __html: DOMPurify.sanitize(html, options) }), [html]);
  if (!hasMarkup(html)) return <div className="notice-body notice-plain">{html}</div>;
  // oxlint-disable-next-line react/no-danger -- the one place that shows markup, and cleaned
  return <div className="notice-body" dangerouslySetInnerHTML={clean} />;
}
