interface Props {
  typed: string;
  onType: (typed: string) => void;
  onClose: () => void;
}

/** Takes what is typed until the palette's code has come. */
export const PaletteWaiting = ({ typed, onType, onClose }: Props) => (
  <input
    ref={(input) => input?.focus()}
    className="visually-hidden"
    // With no room for a text, what an input method gives would each time come before what stands there.
    style={{ padding: 0, border: 0 }}
    aria-label="查找"
    value={typed}
    onChange={(event) => onType(event.target.value)}
    onKeyDown={(event) => event.key === 'Escape' && onClose()}
  />
);
