import type { LongTextField } from '@back-office/contract/resource/field.ts';
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { ariaOf } from '@back-office/web/crud/fields/aria-of.ts';
import { asText, orNull } from '@back-office/web/crud/fields/as-text.ts';
import type { FieldKit } from '@back-office/web/crud/fields/field-kit.ts';
import { LazyNoticeBody } from './lazy-notice-body.tsx';

const Editor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }));

/** The body of a notice: an editor that comes when a form is opened, and the text as its readers see it. */
export const contentField: Partial<FieldKit<LongTextField>> = {
  Cell: ({ value }) => <LazyNoticeBody html={asText(value)} />,
  Input: ({ field, id, value, onChange, onBlur, ...rest }) => (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
      <Editor
        id={id}
        label={field.label}
        {...ariaOf(rest)}
        value={asText(value)}
        onChange={(html) => onChange?.(orNull(html))}
        onBlur={() => onBlur?.()}
      />
    </Suspense>
  ),
};
