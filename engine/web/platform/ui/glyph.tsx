import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types';
import { createElement, type ReactElement } from 'react';

/** An icon of antd's set, rendered without antd: the shell has many, and is rendered before antd has loaded. */
export function Glyph({ of: { icon, name }, className = '' }: { of: IconDefinition; className?: string }) {
  const { attrs, children = [] } = typeof icon === 'function' ? icon('currentColor', 'currentColor') : icon;
  return (
    <svg
      className={`glyph ${className}`}
      data-icon={name}
      viewBox={attrs['viewBox']}
      width="1em"
      height="1em"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      {children.map(partOf)}
    </svg>
  );
}

const partOf = ({ tag, attrs, children = [] }: AbstractNode, at: number): ReactElement =>
  createElement(tag, { key: at, ...attrs }, ...(children.length === 0 ? [] : [children.map(partOf)]));
