import 'react';

declare module 'react' {
  /** Variables of our own style sheets, set on an element for its descendants. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number;
  }
}
