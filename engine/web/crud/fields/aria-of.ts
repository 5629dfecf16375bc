/** What a form item tells a screen reader about its input: its help or error, and whether it is required. */
export interface Aria {
  'aria-describedby'?: string;
  'aria-invalid'?: 'true';
  'aria-required'?: 'true';
}

/** The form item's ARIA attributes and the id that its label points to, to be passed to the element that takes the focus. */
export const ariaOf = (props: AriaWithId): AriaWithId =>
  Object.fromEntries(names.flatMap((name) => (props[name] === undefined ? [] : [[name, props[name]]])));

interface AriaWithId extends Aria {
  id?: string;
}

const names = ['id', 'aria-describedby', 'aria-invalid', 'aria-required'] as const;
