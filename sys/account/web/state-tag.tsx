import { Tag } from 'antd';
import type { ReactNode } from 'react';

const grounds = { good: 'var(--success-soft)', bad: 'var(--danger-soft)', plain: 'transparent' };
const inks = { good: 'var(--success)', bad: 'var(--danger)', plain: 'var(--text-soft)' };

/** A tag for a state; antd's own colours have too little contrast in the light theme. */
export const StateTag = ({ kind, children }: { kind: keyof typeof grounds; children: ReactNode }) => (
  <Tag
    style={{
      justifySelf: 'start',
      marginInlineEnd: 8,
      color: inks[kind],
      background: grounds[kind],
      borderColor: kind === 'plain' ? 'var(--line)' : inks[kind],
    }}
  >
    {children}
  </Tag>
);
