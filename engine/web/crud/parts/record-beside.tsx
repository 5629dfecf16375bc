import { CloseOutlined } from '@ant-design/icons';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconButton } from '../../platform/ui/icon-button.tsx';

interface RecordBesideProps {
  title: string;
  /** What is shown, in a word that changes with it. */
  about: string;
  steps: ReactNode;
  close: () => void;
  children: ReactNode;
}

/** A record next to its list, which stays in use: a dialog that nobody is locked into. */
export function RecordBeside({ title, about, steps, close, children }: RecordBesideProps) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.scrollTop = 0;
    // Whoever writes elsewhere meanwhile goes on there.
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
