import { useState } from 'react';

interface Closing {
  /** Has it go. */
  hide: () => void;
  /** What antd's dialogs and drawers take. */
  closing: { open: boolean; afterOpenChange: (shown: boolean) => void };
}

/** For a dialog that is drawn while it is wanted: it goes before it is taken away by `gone`, so that the focus returns to where it was. */
export function useClosing(gone: () => void): Closing {
  const [open, setOpen] = useState(true);
  return { hide: () => setOpen(false), closing: { open, afterOpenChange: (shown) => void (shown || gone()) } };
}
