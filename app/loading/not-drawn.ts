/** Replaces components when a browser module is only checked and nothing is drawn. */
export default function NotDrawn(): null {
  return null;
}
