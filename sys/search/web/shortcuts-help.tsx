import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '@back-office/web/platform/timing/lazy-part.ts';
import { PartBoundary } from '@back-office/web/platform/states/part-boundary.tsx';
import { useCharacterKey } from '@back-office/web/platform/keyboard/shortcuts.ts';
import { shortcutList } from './shortcut-list.ts';

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

/** Lists the shortcuts, opened by the key ? or by a command of the palette. */
export function ShortcutsHelp() {
  const [open, setOpen] = useState(false);
  useCharacterKey('?', { title: '列出快捷键', where: '全局' }, () => setOpen(true));
  useEffect(() => shortcutList.listen(() => setOpen(true)), []);
  if (!open) return null;
  return (
    <PartBoundary what="快捷键" Failed={() => null}>
      <Suspense>
        <ShortcutsDialog onClose={() => setOpen(false)} />
      </Suspense>
    </PartBoundary>
  );
}
