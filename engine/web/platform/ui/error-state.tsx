import { CloseCircleFilled, WarningFilled } from '@ant-design/icons-svg';
import { Glyph } from './glyph.tsx';
import './plain.css';

interface Props {
  status: 'error' | 'warning';
  title: string;
  text: string;
  /** What to do instead, where there is something. */
  action?: { label: string; onClick: () => void };
}

/** The error state of a page or a part of it: why it is not there. */
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
