import { useState } from 'react';

interface Closing {
  /** Closes it. */
  hide: () => void;
  /** Props for antd's dialogs and drawers. */
  closing: { open: boolean; afterOpenChange: (shown: boolean) => void };
}

/** For a dialog that is mounted only while needed: closes it before `onClosed` unmounts it, so that the focus returns to its opener. */
export function useClosing(onClosed: () => void): Closing {
  const [open, setOpen] = useState(true);
  return { hide: () => setOpen(false), closing: { open, afterOpenChange: (shown) => void (shown || onClosed()) } };
}
