import 'react';

declare module 'react' {
  /** Variables of our own style sheets, which an element sets for what stands in it. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number;
  }
}
