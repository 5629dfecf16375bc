import { CloseCircleFilled, WarningFilled } from '@ant-design/icons-svg';
import { Glyph } from '../ui/glyph.tsx';
import '../ui/plain.css';

interface Props {
  status: 'error' | 'warning';
  title: string;
  text: string;
  /** An alternative action, if there is one. */
  action?: { label: string; onClick: () => void };
}

/** The error state of a page or a part of it: the reason, instead of its content. */
export function ErrorState({ status, title, text, action }: Props) {
  return (
    <div className="trouble" data-status={status}>
      <Glyph of={status === 'error' ? CloseCircleFilled : WarningFilled} />
      <h2>{title}</h2>
      <p>{text}</p>
      {action !== undefined && (
        <button type="button" className="main-button" onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </div>
  );
}
