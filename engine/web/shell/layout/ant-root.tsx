import { App as AntApp } from 'antd';
import { useState, type ReactNode } from 'react';
import { checkShell } from '../routing/check-shell.ts';
import { useShellSlots } from '../routing/shell-slots.tsx';
import { AntTheme } from './ant-theme.tsx';
import { Notifier } from './notifier.tsx';
import './ant.css';

/** What comes by itself stands below all that is worked with: the bars with their buttons, and the head of a dialog. */
const outOfTheWay = { placement: 'bottomRight' } as const;

/** What is drawn with antd: every page but the home page, and the messages and dialogs of all. A chunk of its own (rich-pages.tsx). */
export function AntRoot({ children }: { children: ReactNode }) {
  const { modules } = useShellSlots();
  useState(() => checkShell(modules));
  return (
    <AntTheme>
      <AntApp component={false} notification={outOfTheWay}>
        <Notifier />
        {children}
      </AntApp>
    </AntTheme>
  );
}
