import { App as AntApp } from 'antd';
import type { ReactNode } from 'react';
import { AntTheme } from './ant-theme.tsx';
import { Notifier } from './notifier.tsx';

/** What comes by itself leaves the bar free: the bell can be pressed while a notice is announced. Pixels from the top. */
const belowBar = { top: 64 };

/** What is drawn with antd: every page but the home page, and the messages and dialogs of all. A chunk of its own (rich-pages.tsx). */
export const AntRoot = ({ children }: { children: ReactNode }) => (
  <AntTheme>
    <AntApp component={false} notification={belowBar}>
      <Notifier />
      {children}
    </AntApp>
  </AntTheme>
);
