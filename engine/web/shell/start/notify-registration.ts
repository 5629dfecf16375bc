import { useEffect } from 'react';
import { feedback } from '../../platform/feedback/feedback.ts';
import { registerNotify } from '../../platform/request/notify.ts';

/** Lets the request layer show messages from the first call on; they are queued until antd has loaded. */
export function NotifyRegistration() {
  useEffect(
    () =>
      registerNotify({
        error: (message) => void feedback.ready().then(({ notify }) => notify.error(message)),
        renewSession: async (message) => (await feedback.ready()).notify.renewSession(message),
        changePassword: async (message) => (await feedback.ready()).notify.changePassword(message),
        setUpTwoFactor: async (message) => (await feedback.ready()).notify.setUpTwoFactor(message),
      }),
    [],
  );
  return null;
}
