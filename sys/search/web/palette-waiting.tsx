interface Props {
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
}

/** Receives the typed text until the palette's code has loaded. */
export const PaletteWaiting = ({ typed, onType, onClose }: Props) => (
  <input
    ref={(input) => input?.focus()}
    className="visually-hidden"
    // Without room for text, an input method would insert its output before the existing text each time.
    style={{ padding: 0, border: 0 }}
    aria-label="查找"
    value={typed}
    onChange={(event) => onType(event.target.value)}
    onKeyDown={(event) => event.key === 'Escape' && onClose()}
  />
);
