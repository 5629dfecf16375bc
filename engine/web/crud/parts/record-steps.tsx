import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { IconButton } from '../../platform/ui/icon-button.tsx';

/** The position of an open record among the rows of its list. */
export interface Steps {
  /** From 0; negative where the list does not show it. */
  at: number;
  of: number;
  walk: (step: number) => void;
}

/** Buttons from an open record to the previous or next one in the list. */
export function RecordSteps({ at, of, walk }: Steps) {
  if (at < 0 || of < 2) return null;
  return (
    <span className="record-steps">
      <span aria-label={`第 ${at + 1} 条，共 ${of} 条`} role="img">{`${at + 1} / ${of}`}</span>
      <IconButton type="text" icon={UpOutlined} label="上一条" title="上一条（↑）" disabled={at === 0} onClick={() => walk(-1)} />
      <IconButton type="text" icon={DownOutlined} label="下一条" title="下一条（↓）" disabled={at === of - 1} onClick={() => walk(1)} />
    </span>
  );
}
