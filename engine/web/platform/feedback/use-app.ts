import AppContext from 'antd/es/app/context';
import { useContext } from 'react';
import type { AntFeedback } from './antd-feedback.ts';

/** antd's messages, notifications and dialogs, as `App.useApp` returns them, but without downloading their code before it is needed. */
export const useApp = (): AntFeedback => useContext(AppContext);
