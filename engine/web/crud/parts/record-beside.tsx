import { CloseOutlined } from '@ant-design/icons';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconButton } from '../../platform/ui/icon-button.tsx';

interface RecordBesideProps {
  title: string;
  /** A key that changes with the content. */
  about: string;
  steps: ReactNode;
  close: () => void;
  children: ReactNode;
}

/** A record next to its list, as a non-modal dialog: the list stays usable. */
export function RecordBeside({ title, about, steps, close, children }: RecordBesideProps) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.scrollTop = 0;
    // Leaves the focus of a person who is typing elsewhere.
    const { activeElement } = document;
    if (activeElement?.matches('input, textarea') !== true && !element.contains(activeElement)) element.focus({ preventScroll: true });
  }, [about]);
  return (
    <section ref={box} className="record-beside" role="dialog" aria-labelledby={id} tabIndex={-1}>
      <header>
        <h2 id={id}>{title}</h2>
        {steps}
        <IconButton type="text" icon={CloseOutlined} label="关闭" title="关闭（Esc）" onClick={close} />
      </header>
      {children}
    </section>
  );
}
