import { Modal } from 'antd';
import { useSyncExternalStore } from 'react';
import { shortcuts } from '@back-office/web/platform/keyboard/shortcuts.ts';
import { AntTheme } from '@back-office/web/shell/theme/ant-theme.tsx';
import './shortcuts-dialog.css';

/** Every active shortcut, grouped by where it applies; each is registered by the code that handles it. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const all = useSyncExternalStore(shortcuts.subscribe, shortcuts.get);
  const places = [...Map.groupBy(all, ({ where }) => where)];
  return (
    <AntTheme>
      <Modal open title="键盘快捷键" footer={null} width={520} onCancel={onClose}>
        {places.map(([where, some]) => (
          <section key={where} className="shortcuts">
            <h2>{where}</h2>
            <dl>
              {/* Two parts of a page may handle the same keys. */}
              {[...new Map(some.map((shortcut) => [shortcut.title, shortcut])).values()].map(({ keys, title }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Modal>
    </AntTheme>
  );
}
