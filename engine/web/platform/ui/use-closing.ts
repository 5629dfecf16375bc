import { useState } from 'react';

interface Closing {
  /** Has it go. */
  hide: () => void;
  /** What antd's dialogs and drawers take. */
  closing: { open: boolean; afterOpenChange: (shown: boolean) => void };
}

/** For a dialog that is mounted only while needed: closes it before `gone` unmounts it, so that the focus returns to its opener. */
export function useClosing(gone: () => void): Closing {
  const [open, setOpen] = useState(true);
  return { hide: () => setOpen(false), closing: { open, afterOpenChange: (shown) => void (shown || gone()) } };
}
