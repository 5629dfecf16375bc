import type { LongTextField } from '@back-office/contract/resource/field.ts';
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { ariaOf } from '@back-office/web/crud/fields/aria-of.ts';
import { asText, orNull } from '@back-office/web/crud/fields/as-text.ts';
import type { InputProps } from '@back-office/web/crud/fields/field-kit.ts';

const Editor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }));

/** The editor for a notice's body, whose code loads when a form is opened. */
export const ContentInput = ({ field, id, value, onChange, onBlur, ...rest }: InputProps<LongTextField>) => (
  <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
    <Editor
      id={id}
      label={field.label}
      {...ariaOf(rest)}
      value={asText(value)}
      onChange={(html) => onChange?.(orNull(html))}
      onBlur={() => onBlur?.()}
    />
  </Suspense>
);
