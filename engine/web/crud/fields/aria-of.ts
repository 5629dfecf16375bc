/** What a form item says of its input to whoever does not see it: its help or issue, and that it must be filled in. */
export interface Aria {
  'aria-describedby'?: string;
  'aria-invalid'?: 'true';
  'aria-required'?: 'true';
}

/** What a form item said, and the id by which its label finds it, to be handed on to the element that takes the focus. */
export const ariaOf = (props: Named): Named =>
  Object.fromEntries(names.flatMap((name) => (props[name] === undefined ? [] : [[name, props[name]]])));

interface Named extends Aria {
  id?: string;
}

const names = ['id', 'aria-describedby', 'aria-invalid', 'aria-required'] as const;
