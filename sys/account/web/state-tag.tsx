import { Tag } from 'antd';
import type { ReactNode } from 'react';

const backgrounds = { good: 'var(--success-soft)', bad: 'var(--danger-soft)', plain: 'transparent' };
const textColours = { good: 'var(--success)', bad: 'var(--danger)', plain: 'var(--text-soft)' };

/** A tag for a state; antd's own colours have too little contrast in the light theme. */
export const StateTag = ({ kind, children }: { kind: keyof typeof backgrounds; children: ReactNode }) => (
  <Tag
    style={{
      justifySelf: 'start',
      marginInlineEnd: 8,
      color: textColours[kind],
      background: backgrounds[kind],
      borderColor: kind === 'plain' ? 'var(--line)' : textColours[kind],
    }}
  >
    {children}
  </Tag>
);
