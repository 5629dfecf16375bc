import AppContext from 'antd/es/app/context';
import { useContext } from 'react';
import type { AntFeedback } from './antd-feedback.ts';

/** antd's messages, notifications and dialogs, as `App.useApp` gives them, without fetching their code before it is needed. */
export const useApp = (): AntFeedback => useContext(AppContext);
