import { EllipsisOutlined } from '@ant-design/icons';
import { Suspense, useState, type MouseEvent, type ReactNode } from 'react';
import { lazyPart } from '../timing/lazy-part.ts';
import './more-sheet.css';
import { IconButton } from '../ui/icon-button.tsx';

const BottomSheet = lazyPart(async () => (await import('./bottom-sheet.tsx')).BottomSheet);

/** The buttons that do not fit into a narrow toolbar, in a sheet from the bottom of the screen; clicking one closes it. */
export function MoreSheet({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  // Stays mounted once opened: the buttons hold the state of their open menus.
  const [wasOpened, setWasOpened] = useState(false);
  const press = ({ target }: MouseEvent): void => {
    const button = target instanceof Element ? target.closest('button, [role=menuitem]') : null;
    if (button !== null && button.getAttribute('aria-haspopup') !== 'menu') setOpen(false);
  };
  const show = (): void => {
    setWasOpened(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton icon={EllipsisOutlined} label="更多操作" aria-haspopup="dialog" aria-expanded={open} onClick={show} />
      <Suspense>
        {wasOpened && (
          <BottomSheet open={open} title="更多操作" onClick={press} onClose={() => setOpen(false)}>
            <div className="more-sheet">{children}</div>
          </BottomSheet>
        )}
      </Suspense>
    </>
  );
}
